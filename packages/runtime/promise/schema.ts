import type { Migration } from '@hermes-agent/store';

const table = (integer: string): string => `
CREATE TABLE promise (
  request_id TEXT PRIMARY KEY, session_id TEXT NOT NULL, due_at ${integer} NOT NULL, state TEXT NOT NULL);
CREATE INDEX promise_due ON promise (due_at) WHERE state = 'open';
CREATE INDEX promise_broken ON promise (due_at) WHERE state = 'broken';
`;

export const PROMISE_MIGRATIONS: readonly Migration[] = [
  { name: 'promises', sqlite: table('INTEGER'), postgres: table('BIGINT') },
];
