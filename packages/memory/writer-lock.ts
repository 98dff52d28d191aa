import type { Dialect, Queries } from '@hermes-agent/store';
import { tupleKey } from './scope.ts';

/** This package's own number among PostgreSQL's advisory locks. */
const LOCK_CLASS = 7_305_113;

/**
 * One writer at a time of what `parts` name, to the end of the transaction. It makes `seq` the order of commits, so
 * that whoever reads up to one `seq` sees a state that was once whole, and it closes the races between a write, an
 * erasure and a rotation. SQLite has one writer anyway.
 */
export async function takeWriterLock(
  queries: Queries,
  dialect: Dialect,
  ...parts: readonly string[]
): Promise<void> {
  if (dialect === 'sqlite') return;
  await queries.all(`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, hashtext($1))`, [tupleKey(...parts)]);
}
