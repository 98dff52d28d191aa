import type { JsonValue } from '@hermes-agent/core';

/** What SQL takes and gives on both dialects: integers as safe numbers, blobs as `Uint8Array`, JSON as text. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * Runs SQL. Parameters are `$1`, `$2`, … on both dialects; each may be used more than once.
 *
 * Throws `STORE_BUSY` when a lock or a connection cannot be had in time, `STORE_UNAVAILABLE` when the database is
 * gone (a write that was on its way may have been done), `CONFLICT` when a unique or check constraint or a
 * trigger refuses the row, `INVALID_ARGUMENT` for an integer in the result beyond 2^53, `STORE_CORRUPT` when the
 * file is damaged, `INTERNAL` for SQL that is wrong.
 */
export interface Queries {
  /** Runs one statement and resolves to its rows; `INSERT … RETURNING` too. Booleans come as 0 and 1. */
  all<T extends object = Row>(sql: string, parameters?: readonly SqlValue[]): Promise<T[]>;
  /** Runs one statement; resolves to the number of rows it changed. */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
}

/** One step of a component's schema. The text may hold several statements; a step that has landed never changes. */
export interface Migration {
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
}

export type Dialect = 'sqlite' | 'postgres';

/** Durable tables. A resolved `run` or `transaction` has been synced to disk. */
export interface Store extends Queries {
  readonly dialect: Dialect;
  /**
   * Runs `work` in one transaction: writers on SQLite one at a time (`BEGIN IMMEDIATE`), PostgreSQL at READ
   * COMMITTED with the row locks that `work` takes. Keep it short and free of other waits. Queries inside `work`
   * go through its own argument, never through the store. After one failed statement the whole transaction fails,
   * caught or not.
   *
   * Throws what `work` throws, and `DEADLINE_EXCEEDED` when it holds its locks for too long.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Brings `component` to its newest schema, once, however many processes start at the same time.
   *
   * Throws `STORE_CORRUPT` when a step changed after it landed, `STORE_UNAVAILABLE` when a newer program was here.
   */
  migrate(component: string, migrations: readonly Migration[]): Promise<void>;
  /** Tells listeners in this process and, on PostgreSQL, in all others. A hint: it may be lost. At most 2 kB. */
  notify(channel: string, payload: string): Promise<void>;
  /** Calls `onHint` for each hint on `channel` (at most 63 bytes) until the function it resolves to is called. */
  listen(channel: string, onHint: (payload: string) => void): Promise<() => Promise<void>>;
  /** Milliseconds since the epoch by the clock all users of this store share: the database's on PostgreSQL. */
  now(): Promise<number>;
  /** Ends what is running, then closes. Later calls throw `STORE_UNAVAILABLE`. */
  close(): Promise<void>;
}

/** JSON text for a column. */
export const toJson = (value: JsonValue): string => JSON.stringify(value);
