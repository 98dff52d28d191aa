import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Clock, HermesError, sleep, systemClock } from '@hermes-agent/core';
import { createHints } from '../hint.ts';
import { runMigrations } from '../migrate.ts';
import type { Queries, SqlValue, Store } from '../port.ts';
import { createTurnstile } from '../turnstile.ts';
import { Connection } from './connection.ts';

export interface SqliteOptions {
  /** A file path, or `:memory:` for one that is gone when closed. */
  readonly file: string;
  readonly clock?: Clock;
  /** How long a write waits for another process's lock before `STORE_BUSY`. */
  readonly busyMs?: number;
}

/**
 * Opens the embedded store: one file, WAL, `synchronous=FULL`. Several processes may open the same file.
 * The event loop is never blocked by a lock: a busy database is asked again after 1-3 ms.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const clock = options.clock ?? systemClock;
  const busyMs = options.busyMs ?? 5_000;
  const inMemory = options.file === ':memory:';
  const file = inMemory ? ':memory:' : resolve(options.file);
  if (!inMemory) await mkdir(dirname(file), { recursive: true, mode: 0o700 });

  const whenFree = async <T>(work: () => T): Promise<T> => {
    const giveUpAt = clock.monotonic() + busyMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return work();
      } catch (thrown) {
        const busy = thrown instanceof HermesError && thrown.code === 'STORE_BUSY';
        if (!busy || clock.monotonic() >= giveUpAt) throw thrown;
        await sleep(clock, 1 + (attempt % 3));
      }
    }
  };

  const open = async (): Promise<Connection> => {
    const connection = new Connection(file);
    try {
      await whenFree(() => connection.execute('PRAGMA journal_mode = WAL'));
      await whenFree(() => connection.execute('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON'));
      return connection;
    } catch (thrown) {
      connection.close();
      throw thrown;
    }
  };

  const writer = await open();
  // A reader of its own sees committed rows only, never the inside of a transaction that is still awaiting.
  const reader = inMemory ? writer : await open();
  const writes = createTurnstile();
  const hints = createHints();
  let closed = false;

  const assertOpen = (): void => {
    if (closed) throw new HermesError('STORE_UNAVAILABLE', 'The store is closed', { layer: 'store' });
  };

  const inside: Queries = {
    all: async <T extends object>(sql: string, parameters: readonly SqlValue[] = []) =>
      writer.all<T>(sql, parameters),
    run: async (sql, parameters = []) => writer.run(sql, parameters),
  };

  const store: Store = {
    dialect: 'sqlite',
    async all<T extends object>(sql: string, parameters: readonly SqlValue[] = []) {
      assertOpen();
      if (inMemory) return writes(async () => writer.all<T>(sql, parameters));
      return whenFree(() => reader.all<T>(sql, parameters));
    },
    async run(sql, parameters = []) {
      assertOpen();
      return writes(() => whenFree(() => writer.run(sql, parameters)));
    },
    async transaction(work) {
      assertOpen();
      return writes(async () => {
        await whenFree(() => writer.execute('BEGIN IMMEDIATE'));
        try {
          const result = await work(inside);
          await whenFree(() => writer.execute('COMMIT'));
          return result;
        } catch (thrown) {
          writer.execute('ROLLBACK');
          throw thrown;
        }
      });
    },
    migrate: (component, migrations) =>
      runMigrations(store, component, migrations, (sql) => writer.execute(sql)),
    async notify(channel, payload) {
      hints.tell(channel, payload);
    },
    async listen(channel, onHint) {
      return hints.listen(channel, onHint);
    },
    now: async () => clock.now(),
    async close() {
      if (closed) return;
      closed = true;
      await writes(async () => {});
      if (reader !== writer) reader.close();
      writer.close();
    },
  };
  return store;
}
