import { HermesError } from '@hermes-agent/core';

/** SQLite primary result codes (sqlite.org/rescode.html); the extended code's low byte is the primary one. */
const BUSY = 5;
const LOCKED = 6;
const CONSTRAINT = 19;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

export function sqliteError(cause: unknown): unknown {
  const code = (cause as { errcode?: unknown }).errcode;
  if (!(cause instanceof Error) || typeof code !== 'number') return cause;
  const primary = code & 0xff;
  // SQLite's own words name tables and columns, never values.
  const words = cause.message;
  if (primary === BUSY || primary === LOCKED)
    return new HermesError('STORE_BUSY', words, { layer: 'store', cause });
  if (primary === CONSTRAINT) return new HermesError('CONFLICT', words, { layer: 'store', cause });
  if (primary === CORRUPT || primary === NOT_A_DATABASE) {
    return new HermesError('STORE_CORRUPT', words, {
      layer: 'store',
      hint: 'Restore the data directory from a backup, or move it away to start empty.',
      cause,
    });
  }
  return new HermesError('STORE_UNAVAILABLE', words, { layer: 'store', cause });
}
