import { type Code, HermesError } from '@hermes-agent/core';

/** SQLite's primary result codes (sqlite.org/rescode.html); the low byte of an extended code is the primary one. */
const BY_RESULT: Readonly<Record<number, Code>> = {
  1: 'INTERNAL', // ERROR: malformed SQL
  5: 'STORE_BUSY', // BUSY
  6: 'STORE_BUSY', // LOCKED
  11: 'STORE_CORRUPT', // CORRUPT
  18: 'PAYLOAD_TOO_LARGE', // TOOBIG
  19: 'CONFLICT', // CONSTRAINT, and a trigger's RAISE
  20: 'INTERNAL', // MISMATCH
  21: 'INTERNAL', // MISUSE
  25: 'INTERNAL', // RANGE: a parameter that the statement lacks
  26: 'STORE_CORRUPT', // NOTADB
};

/**
 * Maps what `node:sqlite` throws to the port's codes; any result code not listed is the disk's or the file
 * system's: `STORE_UNAVAILABLE`. SQLite's own words name tables and columns, never values.
 */
export function sqliteError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof HermesError) return cause;
  const { errcode, code } = cause as { errcode?: unknown; code?: unknown };
  if (code === 'ERR_OUT_OF_RANGE') {
    return new HermesError('INVALID_ARGUMENT', 'An integer in the result is too large to be held exactly', {
      layer: 'store',
      hint: 'Select it as text.',
    });
  }
  if (code === 'ERR_INVALID_STATE' && cause.message === 'database is not open') {
    return new HermesError('STORE_UNAVAILABLE', 'The store is closed', { layer: 'store', retryable: false });
  }
  if (typeof errcode !== 'number') return cause;
  const mapped = BY_RESULT[errcode & 0xff] ?? 'STORE_UNAVAILABLE';
  return new HermesError(mapped, cause.message, {
    layer: 'store',
    ...(mapped === 'STORE_CORRUPT'
      ? { hint: 'Restore the data directory from a backup, or move it away to start empty.' }
      : {}),
    cause,
  });
}
