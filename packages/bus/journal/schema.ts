import type { Dialect, Migration } from '@hermes-agent/store';
import { CANARY_MIGRATION } from '../canary/schema.ts';
import { CONTROL_MIGRATION } from '../control/schema.ts';
import { DEAD_LETTER_MIGRATION } from '../dead-letter/schema.ts';
import { RETENTION_MIGRATION } from '../retention/schema.ts';

const tables = (integer: string, real: string, sequence: string): string => `
CREATE TABLE bus_order (
  id TEXT PRIMARY KEY, digest TEXT NOT NULL, body TEXT NOT NULL, submitted_at ${integer} NOT NULL);

CREATE TABLE bus_execution (
  id TEXT PRIMARY KEY REFERENCES bus_order (id),
  tenant TEXT NOT NULL, session_id TEXT NOT NULL,
  phase TEXT NOT NULL, status TEXT NOT NULL, attention ${integer} NOT NULL,
  route TEXT, rank ${real}, due_at ${integer},
  changed_at ${integer} NOT NULL, ended_at ${integer},
  state TEXT NOT NULL);
CREATE INDEX bus_execution_ready ON bus_execution (tenant, rank) WHERE phase = 'ready';
CREATE INDEX bus_execution_due ON bus_execution (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX bus_execution_open ON bus_execution (tenant, session_id) WHERE phase NOT IN ('ended', 'attention');
CREATE INDEX bus_execution_attention ON bus_execution (changed_at) WHERE attention = 1;

CREATE TABLE bus_route (route TEXT PRIMARY KEY);

CREATE TABLE bus_message (
  sequence ${sequence},
  execution_id TEXT NOT NULL, call_id TEXT NOT NULL, fence ${integer} NOT NULL,
  type TEXT NOT NULL, sender TEXT NOT NULL, at ${integer} NOT NULL,
  envelope TEXT NOT NULL, body TEXT NOT NULL);
CREATE UNIQUE INDEX bus_message_once ON bus_message (call_id, fence, type);
CREATE INDEX bus_message_of_execution ON bus_message (execution_id, sequence);

CREATE TABLE bus_conclusion (
  sequence ${sequence},
  execution_id TEXT NOT NULL, status TEXT NOT NULL, settled ${integer} NOT NULL, at ${integer} NOT NULL,
  body TEXT NOT NULL);
CREATE UNIQUE INDEX bus_conclusion_ends_once ON bus_conclusion (execution_id) WHERE settled = 1;
CREATE INDEX bus_conclusion_of_execution ON bus_conclusion (execution_id, sequence);

CREATE TABLE bus_clock (
  id ${integer} PRIMARY KEY, epoch ${integer} NOT NULL, offset_ms ${integer} NOT NULL,
  sequence_base ${integer} NOT NULL);
INSERT INTO bus_clock (id, epoch, offset_ms, sequence_base) VALUES (1, 0, 0, 0);
`;

/** What has been said stays said: the database itself refuses to change it. */
const appendOnly: Readonly<Record<Dialect, string>> = {
  sqlite: `
CREATE TRIGGER bus_message_no_update BEFORE UPDATE ON bus_message
  BEGIN SELECT RAISE(ABORT, 'bus_message is append-only'); END;
CREATE TRIGGER bus_message_no_delete BEFORE DELETE ON bus_message
  BEGIN SELECT RAISE(ABORT, 'bus_message is append-only'); END;
`,
  postgres: `
CREATE FUNCTION bus_message_append_only() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'bus_message is append-only'; END $$;
CREATE TRIGGER bus_message_no_change BEFORE UPDATE OR DELETE ON bus_message
  FOR EACH ROW EXECUTE FUNCTION bus_message_append_only();
CREATE TRIGGER bus_message_no_truncate BEFORE TRUNCATE ON bus_message
  FOR EACH STATEMENT EXECUTE FUNCTION bus_message_append_only();
`,
};

const runningIndex = `
CREATE INDEX bus_execution_running ON bus_execution (tenant, session_id, route) WHERE phase = 'running';
`;

export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'journal',
    sqlite: tables('INTEGER', 'REAL', 'INTEGER PRIMARY KEY AUTOINCREMENT') + appendOnly.sqlite,
    postgres: tables('BIGINT', 'DOUBLE PRECISION', 'BIGINT PRIMARY KEY') + appendOnly.postgres,
  },
  CONTROL_MIGRATION,
  CANARY_MIGRATION,
  DEAD_LETTER_MIGRATION,
  { name: 'calls in flight', sqlite: runningIndex, postgres: runningIndex },
  RETENTION_MIGRATION,
];
