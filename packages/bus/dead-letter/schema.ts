import type { Migration } from '@hermes-agent/store';

const table = (integer: string): string => `
CREATE TABLE bus_dead_letter (
  id TEXT PRIMARY KEY, code TEXT NOT NULL, reason TEXT NOT NULL, side TEXT NOT NULL,
  body TEXT, at ${integer} NOT NULL);
CREATE INDEX bus_dead_letter_at ON bus_dead_letter (at);
`;

export const DEAD_LETTER_MIGRATION: Migration = {
  name: 'dead letter',
  sqlite: table('INTEGER'),
  postgres: table('BIGINT'),
};
