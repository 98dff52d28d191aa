import type { Migration } from '@hermes-agent/store';

const indexes = `
CREATE INDEX request_by_end ON request (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX session_by_touch ON session (touched_at);
CREATE INDEX span_by_age ON span (stored_at);
`;

/** Finds what is old without reading what is not. Lands after sessions and spans. */
export const RETENTION_MIGRATIONS: readonly Migration[] = [
  { name: 'retention', sqlite: indexes, postgres: indexes },
];
