import type { Migration } from '@hermes-agent/store';

const table = (blob: string): string => `
CREATE TABLE subject_key (
  id TEXT PRIMARY KEY, tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL, salt ${blob} NOT NULL,
  UNIQUE (tenant, domain, subject));
`;

/** What a subject's key is made with, beside the server's own secret. Without its row a key is gone for good. */
export const subjectKeySchema: Migration = {
  name: 'subject keys',
  sqlite: table('BLOB'),
  postgres: table('BYTEA'),
};
