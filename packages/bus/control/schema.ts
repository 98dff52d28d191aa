import type { Migration } from '@hermes-agent/store';

/**
 * What steers calls and changes while they run: set by people or by the bus, read by every process. `revision`
 * grows with each change, so that one small query says whether there is anything new to read.
 */
const tables = (integer: string, sequence: string): string => `
CREATE TABLE bus_control (id ${integer} PRIMARY KEY, revision ${integer} NOT NULL);
INSERT INTO bus_control (id, revision) VALUES (1, 1);

CREATE TABLE bus_freeze (
  tool TEXT NOT NULL, version TEXT NOT NULL, hash TEXT NOT NULL,
  code TEXT NOT NULL, frozen_by TEXT NOT NULL, frozen_at ${integer} NOT NULL,
  PRIMARY KEY (tool, version, hash));

CREATE TABLE bus_policy (
  selector TEXT PRIMARY KEY, rule TEXT NOT NULL, set_by TEXT NOT NULL, set_at ${integer} NOT NULL);

CREATE TABLE bus_breaker (
  route TEXT PRIMARY KEY, state TEXT NOT NULL, retry_at ${integer} NOT NULL, streak ${integer} NOT NULL);

CREATE TABLE bus_control_log (
  sequence ${sequence}, at ${integer} NOT NULL, changed_by TEXT NOT NULL, what TEXT NOT NULL,
  subject TEXT NOT NULL, before TEXT, after TEXT);
`;

export const CONTROL_MIGRATION: Migration = {
  name: 'control',
  sqlite: tables('INTEGER', 'INTEGER PRIMARY KEY AUTOINCREMENT'),
  postgres: tables('BIGINT', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY'),
};
