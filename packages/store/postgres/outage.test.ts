import { setTimeout as pause } from 'node:timers/promises';
import { type FreshDatabase, freePort, freshDatabase } from '@hermes-agent/testkit/services';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { ACCOUNTS, countAccounts, INSERT_ACCOUNT } from '../conformance/accounts.ts';
import type { Store } from '../port.ts';
import { openPostgres, type PostgresOptions } from './open-postgres.ts';

const url = inject('postgresUrl');

test('nobody at the address is STORE_UNAVAILABLE, worth trying again', async () => {
  const address = `postgres://user:secret@127.0.0.1:${await freePort()}/x`;
  const failure = await openPostgres({ url: address }).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
  expect(JSON.stringify(failure)).not.toContain('secret');
});

describe.skipIf(url === null)('when the server ends connections', () => {
  let database: FreshDatabase;
  let stores: Store[];
  beforeEach(async () => {
    database = await freshDatabase(url!);
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await database.drop();
  });
  const open = async (options: Partial<PostgresOptions> = {}): Promise<Store> => {
    const store = await openPostgres({ url: database.url, ...options });
    stores.push(store);
    return store;
  };
  /** Ends every connection of this database but the one that asks. */
  const endOthers = (operator: Store, name = '%'): Promise<unknown> =>
    operator.all(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE $1`,
      [name],
    );

  test('a database that is not there is not worth trying again', async () => {
    const other = new URL(database.url);
    other.pathname = '/nowhere';
    await expect(openPostgres({ url: other.href })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      retryable: false,
    });
  });

  test('a transaction is lost as a whole, and the next one runs', async () => {
    const [store, operator] = [await open(), await open()];
    await store.migrate('accounts', [ACCOUNTS]);
    const transaction = store.transaction(async (queries) => {
      await queries.run(INSERT_ACCOUNT, [1, 'a', 1]);
      await endOthers(operator);
      await pause(20);
      await queries.run(INSERT_ACCOUNT, [2, 'b', 1]);
    });
    await expect(transaction).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
    expect(await countAccounts(store)).toBe(0);
    expect(await store.run(INSERT_ACCOUNT, [3, 'c', 1])).toBe(1);
  });

  test('idle connections go unnoticed', async () => {
    const [store, operator] = [await open(), await open()];
    await Promise.all([1, 2, 3, 4].map(() => store.all('SELECT 1')));
    await endOthers(operator);
    await pause(50);
    expect(await store.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('hints are heard again, over one connection however often it was lost', async () => {
    const [store, operator] = [await open(), await open()];
    const heard: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map((channel) => store.listen(channel, (payload) => heard.push(channel + payload))),
    );
    for (let loss = 0; loss < 4; loss += 1) {
      await endOthers(operator, '%hints');
      await pause(30);
    }
    for (let tries = 0; tries < 100 && heard.length < 3; tries += 1) {
      heard.length = 0;
      for (const channel of ['a', 'b', 'c']) await operator.notify(channel, '!');
      await pause(50);
    }
    expect(heard).toEqual(['a!', 'b!', 'c!']);
    const [row] = await operator.all(
      `SELECT count(*) AS n FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE '%hints'`,
    );
    expect(row).toEqual({ n: 1 });
  });

  test('a statement that takes too long is STORE_BUSY', async () => {
    const store = await open({ limitMs: 100 });
    await expect(store.all('SELECT pg_sleep(10)')).rejects.toMatchObject({ code: 'STORE_BUSY' });
    expect(await store.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a deadlock ends one of the two with STORE_BUSY', async () => {
    const store = await open();
    await store.migrate('accounts', [ACCOUNTS]);
    for (const id of [1, 2]) await store.run(INSERT_ACCOUNT, [id, `owner ${id}`, 0]);
    const both = Promise.withResolvers<void>();
    let inside = 0;
    const touch = (first: number, second: number): Promise<number> =>
      store.transaction(async (queries) => {
        const add = 'UPDATE account SET cents = cents + 1 WHERE id = $1';
        await queries.run(add, [first]);
        inside += 1;
        if (inside === 2) both.resolve();
        await both.promise;
        return queries.run(add, [second]);
      });
    const outcomes = await Promise.allSettled([touch(1, 2), touch(2, 1)]);
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failures.map(({ reason }) => reason.code)).toEqual(['STORE_BUSY']);
    expect(await store.all('SELECT cents FROM account')).toEqual([{ cents: 1 }, { cents: 1 }]);
  });

  test('no more connections than allowed; who waits too long for one gets STORE_BUSY', async () => {
    const store = await open({ connections: 2, busyMs: 150 });
    const leave = Promise.withResolvers<void>();
    const holders = [1, 2].map(() =>
      store.transaction(async (queries) => {
        await queries.all('SELECT 1');
        await leave.promise;
      }),
    );
    await expect(store.all('SELECT 1')).rejects.toMatchObject({ code: 'STORE_BUSY', retryable: true });
    leave.resolve();
    await Promise.all(holders);
    expect(await store.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
