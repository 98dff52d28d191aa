import type { Migration } from '@hermes-agent/store';

const tables = (integer: string): string => `
CREATE TABLE bus_canary (
  stable TEXT NOT NULL, candidate TEXT NOT NULL, tool TEXT NOT NULL, phase TEXT NOT NULL,
  started_at ${integer} NOT NULL, revision ${integer} NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (stable, candidate));
CREATE UNIQUE INDEX bus_canary_one_a_tool ON bus_canary (tool) WHERE phase = 'running';
`;

export const CANARY_MIGRATION: Migration = {
  name: 'canary',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
