import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Clock, HermesError, sleep, systemClock } from '@hermes-agent/core';
import { assertHint, createHints } from '../hint.ts';
import { runMigrations } from '../migrate.ts';
import type { Queries, SqlValue, Store } from '../port.ts';
import { assertOutside, runScoped } from '../transaction.ts';
import { createTurnstile } from '../turnstile.ts';
import { Connection } from './connection.ts';

export interface SqliteOptions {
  /** A file path, or `:memory:` for one that is gone when closed. */
  readonly file: string;
  /** What `now()` reads. */
  readonly clock?: Clock;
  /** How long a query waits for another process's lock before `STORE_BUSY`. */
  readonly busyMs?: number;
  /** How long the work of a transaction may take. */
  readonly limitMs?: number;
}

/**
 * Opens the embedded store: one file, WAL, `synchronous=FULL`. Several processes may open the same file.
 * The event loop is never blocked by a lock: a busy database is asked again after 1-3 ms.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const clock = options.clock ?? systemClock;
  const busyMs = options.busyMs ?? 5_000;
  const limitMs = options.limitMs ?? 30_000;
  const inMemory = options.file === ':memory:';
  const file = inMemory ? ':memory:' : resolve(options.file);
  if (!inMemory) await createFolder(dirname(file));

  const writer = await openConnection(file, busyMs);
  // A reader of its own sees committed rows only, never the inside of a transaction that is still awaiting.
  const reader = inMemory ? writer : await openConnection(file, busyMs);
  const turn = createTurnstile();
  const hints = createHints();
  let closing: Promise<void> | undefined;

  const assertUsable = (): void => {
    if (closing !== undefined) {
      throw new HermesError('STORE_UNAVAILABLE', 'The store is closed', { layer: 'store', retryable: false });
    }
  };

  /** Queues with the writers of this process. The time for other processes' locks runs from the arrival. */
  const writes = <T>(work: (giveUpAt: number) => Promise<T>): Promise<T> => {
    const giveUpAt = systemClock.monotonic() + busyMs;
    return turn(() => work(giveUpAt));
  };

  const onWriter: Queries = {
    all: async <T extends object>(sql: string, parameters: readonly SqlValue[] = []) =>
      writer.all<T>(sql, parameters),
    run: async (sql, parameters = []) => writer.run(sql, parameters),
  };

  const store: Store = {
    dialect: 'sqlite',
    async all<T extends object>(sql: string, parameters: readonly SqlValue[] = []) {
      assertUsable();
      if (!inMemory && !WRITES.test(sql))
        return whenFree(() => reader.all<T>(sql, parameters), systemClock.monotonic() + busyMs);
      assertOutside(store);
      return writes((giveUpAt) => whenFree(() => writer.all<T>(sql, parameters), giveUpAt));
    },
    async run(sql, parameters = []) {
      assertUsable();
      assertOutside(store);
      return writes((giveUpAt) => whenFree(() => writer.run(sql, parameters), giveUpAt));
    },
    async transaction(work) {
      assertUsable();
      assertOutside(store);
      return writes(async (giveUpAt) => {
        await whenFree(() => writer.execute('BEGIN IMMEDIATE'), giveUpAt);
        try {
          const result = await runScoped(store, onWriter, work, limitMs);
          await whenFree(() => writer.execute('COMMIT'), systemClock.monotonic() + busyMs);
          return result;
        } catch (thrown) {
          if (writer.inTransaction) writer.execute('ROLLBACK');
          throw thrown;
        }
      });
    },
    migrate: (component, migrations) =>
      runMigrations(store, component, migrations, (sql) => writer.execute(sql)),
    async notify(channel, payload) {
      assertUsable();
      assertHint(channel, payload);
      hints.tell(channel, payload);
    },
    async listen(channel, onHint) {
      assertUsable();
      assertHint(channel);
      const stopHearing = hints.listen(channel, onHint);
      return async () => {
        stopHearing();
      };
    },
    now: async () => clock.now(),
    close() {
      closing ??= writes(async () => {
        if (reader !== writer) reader.close();
        writer.close();
      });
      return closing;
    },
  };
  return store;
}

/** What must queue with the writers although it returns rows (`INSERT … RETURNING`). */
const WRITES = /^\s*(insert|update|delete|replace)\b/i;

async function openConnection(file: string, busyMs: number): Promise<Connection> {
  const connection = new Connection(file);
  const giveUpAt = systemClock.monotonic() + busyMs;
  try {
    await whenFree(() => connection.execute('PRAGMA journal_mode = WAL'), giveUpAt);
    await whenFree(() => connection.execute('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON'), giveUpAt);
    return connection;
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
}

/** Asks at least once, and again until the lock is free. In real time, as the holder of the lock lives in it. */
async function whenFree<T>(work: () => T, giveUpAt: number): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work();
    } catch (thrown) {
      const busy = thrown instanceof HermesError && thrown.code === 'STORE_BUSY';
      if (!busy || systemClock.monotonic() >= giveUpAt) throw thrown;
      await sleep(systemClock, 1 + (attempt % 3));
    }
  }
}

async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new HermesError('STORE_UNAVAILABLE', 'The folder of the store cannot be made', {
      layer: 'store',
      where: folder,
      hint: 'Choose a folder that this user may write to.',
      retryable: false,
      cause,
    });
  }
}
