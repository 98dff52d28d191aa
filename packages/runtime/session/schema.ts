import type { Migration } from '@hermes-agent/store';

const tables = (integer: string): string => `
CREATE TABLE session (
  session_id TEXT PRIMARY KEY, tenant TEXT NOT NULL, subject TEXT NOT NULL, agent TEXT NOT NULL,
  locale TEXT NOT NULL, state TEXT NOT NULL, reading TEXT NOT NULL, version ${integer} NOT NULL,
  turns ${integer} NOT NULL, last_outbox ${integer} NOT NULL, created_at ${integer} NOT NULL,
  touched_at ${integer} NOT NULL, closed_at ${integer});
CREATE TABLE session_turn (
  session_id TEXT NOT NULL, turn_id TEXT NOT NULL, turn ${integer} NOT NULL, body_hash TEXT NOT NULL,
  text TEXT NOT NULL, result TEXT NOT NULL, outbox_from ${integer} NOT NULL, at ${integer} NOT NULL,
  PRIMARY KEY (session_id, turn_id));
CREATE TABLE session_outbox (
  session_id TEXT NOT NULL, id ${integer} NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
  turn_id TEXT, request_id TEXT, at ${integer} NOT NULL,
  PRIMARY KEY (session_id, id));
CREATE TABLE request (
  request_id TEXT PRIMARY KEY, session_id TEXT NOT NULL, turn_id TEXT, tenant TEXT NOT NULL,
  subject TEXT NOT NULL, agent TEXT NOT NULL, intent TEXT NOT NULL, task_id TEXT NOT NULL,
  kind TEXT NOT NULL, orders TEXT NOT NULL, learn TEXT NOT NULL, display_ms ${integer} NOT NULL,
  status TEXT NOT NULL, code TEXT, submitted ${integer} NOT NULL, created_at ${integer} NOT NULL,
  ended_at ${integer}, applied ${integer} NOT NULL);
CREATE INDEX request_by_session ON request (session_id, created_at);
CREATE INDEX request_by_subject ON request (tenant, subject, created_at);
CREATE INDEX request_by_time ON request (tenant, created_at);
CREATE INDEX request_unsubmitted ON request (created_at) WHERE submitted = 0;
CREATE TABLE runtime_cursor (name TEXT PRIMARY KEY, position ${integer} NOT NULL);
`;

export const SESSION_MIGRATIONS: readonly Migration[] = [
  { name: 'sessions and requests', sqlite: tables('INTEGER'), postgres: tables('BIGINT') },
];
