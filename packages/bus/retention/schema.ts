import type { Migration } from '@hermes-agent/store';

const tables = `
CREATE TABLE bus_retiring (id TEXT PRIMARY KEY);
CREATE INDEX bus_execution_ended ON bus_execution (ended_at) WHERE phase = 'ended' AND attention = 0;
`;

/**
 * The one way out of the append-only journal: messages may go while their execution is named in `bus_retiring`, and
 * only what has ended and waits for nobody can be named there. The database itself holds to both.
 */
export const RETENTION_MIGRATION: Migration = {
  name: 'retention',
  sqlite: `${tables}
CREATE TRIGGER bus_retiring_guard BEFORE INSERT ON bus_retiring
  WHEN NOT EXISTS (SELECT 1 FROM bus_execution WHERE id = NEW.id AND phase = 'ended' AND attention = 0)
  BEGIN SELECT RAISE(ABORT, 'only what has ended may leave the journal'); END;
DROP TRIGGER bus_message_no_delete;
CREATE TRIGGER bus_message_no_delete BEFORE DELETE ON bus_message
  WHEN NOT EXISTS (SELECT 1 FROM bus_retiring WHERE id = OLD.execution_id)
  BEGIN SELECT RAISE(ABORT, 'bus_message is append-only'); END;
`,
  postgres: `${tables}
CREATE FUNCTION bus_retiring_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM bus_execution WHERE id = NEW.id AND phase = 'ended' AND attention = 0) THEN
    RAISE EXCEPTION 'only what has ended may leave the journal' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bus_retiring_guard BEFORE INSERT ON bus_retiring
  FOR EACH ROW EXECUTE FUNCTION bus_retiring_guard();
CREATE FUNCTION bus_message_retire() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM bus_retiring WHERE id = OLD.execution_id) THEN
    RAISE EXCEPTION 'bus_message is append-only' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER bus_message_no_change ON bus_message;
CREATE TRIGGER bus_message_no_update BEFORE UPDATE ON bus_message
  FOR EACH ROW EXECUTE FUNCTION bus_message_append_only();
CREATE TRIGGER bus_message_no_delete BEFORE DELETE ON bus_message
  FOR EACH ROW EXECUTE FUNCTION bus_message_retire();
`,
};
