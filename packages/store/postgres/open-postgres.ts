import { type Clock, HermesError, type Logger, silentLogger, systemClock } from '@hermes-agent/core';
import pg from 'pg';
import { assertHint } from '../hint.ts';
import { runMigrations } from '../migrate.ts';
import { assertPlainText } from '../plain-text.ts';
import type { Queries, SqlValue, Store } from '../port.ts';
import { assertOutside, runScoped } from '../transaction.ts';
import { createTurnstile } from '../turnstile.ts';
import { losesConnection, postgresError } from './error.ts';
import { createListener } from './listener.ts';
import { columnTypes } from './types.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with libpq's parameters such as `sslmode`. */
  readonly url: string;
  /** Stands in for the database's clock in `now()`, for tests that move time. Production leaves it out. */
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** At most this many connections, and one more that listens. */
  readonly connections?: number;
  /** How long a query waits for a lock or for a free connection before `STORE_BUSY`. */
  readonly busyMs?: number;
  /** How long a statement, and the work of a transaction, may take. */
  readonly limitMs?: number;
}

/** How much longer than the server the driver waits, so that the server's own answer comes first. */
const GRACE_MS = 5_000;
/** A migration may rewrite a large table while others wait for it. */
const MIGRATION_MS = 600_000;

/**
 * Opens a PostgreSQL database (15 or newer) and asks it one question, so that a wrong address fails here.
 *
 * Throws `STORE_UNAVAILABLE`, not retryable when user, password or database name is wrong.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const busyMs = options.busyMs ?? 5_000;
  const limitMs = options.limitMs ?? 30_000;
  const connection: pg.ClientConfig = {
    connectionString: options.url,
    application_name: 'hermes-agent',
    connectionTimeoutMillis: busyMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
    // A resolved write is a synced write, whatever the server's default.
    options: '-c synchronous_commit=on',
  };
  const pool = new pg.Pool({
    ...connection,
    max: options.connections ?? 10,
    lock_timeout: busyMs,
    statement_timeout: limitMs,
    idle_in_transaction_session_timeout: limitMs,
    query_timeout: limitMs + GRACE_MS,
  });
  // An idle connection that the server ends, and a checked-out one between two queries: both say so by an event
  // that ends the process when nobody hears it. The next query fails by itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (thrown) {
      throw postgresError(thrown);
    }
    let lost = false;
    try {
      return await work(client);
    } catch (thrown) {
      lost = losesConnection(thrown);
      throw thrown;
    } finally {
      client.release(lost);
    }
  };

  const transact = <T>(work: (queries: Queries) => Promise<T>, workMs: number): Promise<T> =>
    withClient(async (client) => {
      const queries = queriesOn(client, workMs + GRACE_MS);
      await queries.run('BEGIN');
      let result: T;
      try {
        result = await runScoped(store, queries, work, workMs);
      } catch (thrown) {
        // A rollback that fails says that the connection is lost, and the server rolls back by itself.
        if (!losesConnection(thrown)) await queries.run('ROLLBACK');
        throw thrown;
      }
      await queries.run('COMMIT');
      return result;
    });

  const listener = createListener(
    () => new pg.Client({ ...connection, application_name: 'hermes-agent hints', query_timeout: busyMs }),
    systemClock,
    options.logger ?? silentLogger,
  );
  let closing: Promise<void> | undefined;
  const assertUsable = (): void => {
    if (closing !== undefined) {
      throw new HermesError('STORE_UNAVAILABLE', 'The store is closed', { layer: 'store', retryable: false });
    }
  };

  const store: Store = {
    dialect: 'postgres',
    async all<T extends object>(sql: string, parameters: readonly SqlValue[] = []) {
      assertUsable();
      return withClient((client) => queriesOn(client).all<T>(sql, parameters));
    },
    async run(sql, parameters = []) {
      assertUsable();
      assertOutside(store);
      return withClient((client) => queriesOn(client).run(sql, parameters));
    },
    async transaction(work) {
      assertUsable();
      assertOutside(store);
      return transact(work, limitMs);
    },
    async migrate(component, migrations) {
      assertUsable();
      const transaction: Store['transaction'] = (work) =>
        transact(async (queries) => {
          await queries.run(`SET LOCAL lock_timeout = ${MIGRATION_MS}`);
          await queries.run(`SET LOCAL statement_timeout = ${MIGRATION_MS}`);
          await queries.run(`SET LOCAL idle_in_transaction_session_timeout = ${MIGRATION_MS}`);
          return work(queries);
        }, MIGRATION_MS);
      // Without parameters the simple protocol is used, which takes several statements at once.
      await runMigrations({ ...store, transaction }, component, migrations, (sql, queries) =>
        queries.run(sql),
      );
    },
    async notify(channel, payload) {
      assertHint(channel, payload);
      await store.all('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    async listen(channel, onHint) {
      assertUsable();
      assertHint(channel);
      return listener.listen(channel, onHint);
    },
    async now() {
      if (options.clock !== undefined) return options.clock.now();
      const [row] = await store.all<{ now: number }>(
        'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now',
      );
      return row!.now;
    },
    close() {
      closing ??= Promise.all([listener.close(), pool.end()]).then(() => {});
      return closing;
    },
  };

  try {
    await store.all('SELECT 1');
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
  return store;
}

/** One connection's queries, one at a time: the driver gives up queueing them in its next major version. */
function queriesOn(client: pg.PoolClient, timeoutMs?: number): Queries {
  const turn = createTurnstile();
  const query = (sql: string, parameters: readonly SqlValue[] = []): Promise<pg.QueryResult> =>
    turn(async () => {
      assertPlainText(parameters);
      try {
        return await client.query({
          text: sql,
          values: [...parameters],
          ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
        });
      } catch (thrown) {
        throw postgresError(thrown);
      }
    });
  return {
    all: async <T extends object>(sql: string, parameters?: readonly SqlValue[]) =>
      (await query(sql, parameters)).rows as T[],
    run: async (sql, parameters) => (await query(sql, parameters)).rowCount ?? 0,
  };
}
