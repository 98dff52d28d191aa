import type { Migration } from '@hermes-agent/store';

const table = (sequence: string, integer: string): string => `
CREATE TABLE compensation_event (
  seq ${sequence}, tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL,
  request_id TEXT NOT NULL, step_id TEXT NOT NULL, step TEXT NOT NULL, tool TEXT NOT NULL,
  amount_class TEXT NOT NULL, status TEXT NOT NULL, code TEXT, at_ms ${integer} NOT NULL, source TEXT NOT NULL,
  UNIQUE (step_id, source));
CREATE INDEX compensation_event_latest ON compensation_event (step_id, seq);
CREATE INDEX compensation_event_status ON compensation_event (tenant, status, at_ms);
`;

/**
 * What the bus undid, or could not: metadata alone, and outside the domains' encryption, so that an operator's list
 * needs no session's key. Rows are only ever added; where a step stands is what its newest row says.
 */
export const compensationSchema: Migration = {
  name: 'compensation events',
  sqlite: `${table('INTEGER PRIMARY KEY AUTOINCREMENT', 'INTEGER')}
    CREATE TRIGGER compensation_event_update BEFORE UPDATE ON compensation_event
    BEGIN SELECT RAISE(ABORT, 'compensation events are append-only'); END;
    CREATE TRIGGER compensation_event_delete BEFORE DELETE ON compensation_event
    BEGIN SELECT RAISE(ABORT, 'compensation events are append-only'); END;
  `,
  postgres: `${table('BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', 'BIGINT')}
    CREATE FUNCTION compensation_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'compensation events are append-only' USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER compensation_event_row BEFORE UPDATE OR DELETE ON compensation_event FOR EACH ROW
    EXECUTE FUNCTION compensation_event_refuse();
    CREATE TRIGGER compensation_event_truncate BEFORE TRUNCATE ON compensation_event
    EXECUTE FUNCTION compensation_event_refuse();
  `,
};
