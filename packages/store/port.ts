import type { JsonValue } from '@hermes-agent/core';

/** What SQL takes and gives on both dialects: integers as safe numbers, blobs as `Uint8Array`, JSON as text. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

/** Runs SQL. Parameters are `$1`, `$2`, … on both dialects; each may be used more than once. */
export interface Queries {
  all<T extends object = Row>(sql: string, parameters?: readonly SqlValue[]): Promise<T[]>;
  /** Runs one statement that returns no rows; resolves to the number of rows it changed. */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
}

/** One step of a component's schema. `sql` may hold several statements; a step that has landed never changes. */
export interface Migration {
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
}

export type Dialect = 'sqlite' | 'postgres';

/**
 * Durable tables. A resolved `run` or `transaction` has been synced to disk.
 *
 * Throws `STORE_BUSY` when the write lock cannot be had in time, `STORE_UNAVAILABLE` when the database is gone,
 * `CONFLICT` when a unique or check constraint or a trigger refuses the row.
 */
export interface Store extends Queries {
  readonly dialect: Dialect;
  /**
   * Runs `work` in one serialisable-enough transaction: writers on SQLite one at a time (`BEGIN IMMEDIATE`),
   * PostgreSQL at READ COMMITTED with the row locks that `work` takes. Keep it short and free of other waits.
   * Queries inside `work` go through its own argument, never through the store.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Brings `component` to its newest schema, once, however many processes start at the same time. */
  migrate(component: string, migrations: readonly Migration[]): Promise<void>;
  /** Tells listeners in this process and, on PostgreSQL, in all others. A hint: it may be lost. At most 2 kB. */
  notify(channel: string, payload: string): Promise<void>;
  listen(channel: string, onHint: (payload: string) => void): Promise<() => Promise<void>>;
  /** Milliseconds since the epoch by the clock all users of this store share: the database's on PostgreSQL. */
  now(): Promise<number>;
  close(): Promise<void>;
}

/** JSON text for a column. */
export const toJson = (value: JsonValue): string => JSON.stringify(value);
