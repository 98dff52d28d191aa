import { join } from 'node:path';
import { type Clock, HermesError, type Logger } from '@hermes-agent/core';
import type { Store } from './port.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

export interface OpenStoreOptions {
  /** Folder that a relative `sqlite:` path starts from. */
  readonly dataDir: string;
  /** For tests that move time. Left out: the system's clock on SQLite, the database's on PostgreSQL. */
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/**
 * Opens the store that `url` names: `sqlite:PATH` (relative to `dataDir`), `sqlite::memory:`, or
 * `postgres://…` / `postgresql://…`.
 *
 * Throws `INVALID_ARGUMENT` for any other address, which is not repeated: it may hold a password.
 */
export async function openStore(url: string, { dataDir, ...options }: OpenStoreOptions): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres({ url, ...options });
  const path = /^sqlite:(.+)$/.exec(url)?.[1];
  if (path === undefined) {
    throw new HermesError('INVALID_ARGUMENT', 'The address names no store', {
      layer: 'store',
      hint: 'Use sqlite:PATH, or postgres://user:password@host:port/database.',
    });
  }
  const file = path === ':memory:' || path.startsWith('/') ? path : join(dataDir, path);
  return openSqlite({ file, ...(options.clock === undefined ? {} : { clock: options.clock }) });
}
