import { describe, expect, test } from 'vitest';
import type { Queries } from '../port.ts';
import { countAccounts, INSERT_ACCOUNT } from './accounts.ts';
import { type OpenStoreUnderTest, openEach, openWithAccounts } from './opened.ts';

export function transactionConformance(openStore: OpenStoreUnderTest): void {
  describe('transactions', () => {
    const open = openEach(openStore);

    test('all of it lands, or nothing', async () => {
      const { store } = await openWithAccounts(open);
      const landed = await store.transaction(async (queries) => {
        await queries.run(INSERT_ACCOUNT, [1, 'a', 1]);
        await queries.run(INSERT_ACCOUNT, [2, 'b', 1]);
        return countAccounts(queries);
      });
      expect(landed).toBe(2);
      const reason = new Error('changed my mind');
      const failing = store.transaction(async (queries) => {
        await queries.run(INSERT_ACCOUNT, [3, 'c', 1]);
        throw reason;
      });
      await expect(failing).rejects.toBe(reason);
      expect(await countAccounts(store)).toBe(2);
    });

    test('the outside never sees the inside', async () => {
      const { store } = await openWithAccounts(open);
      const inside = Promise.withResolvers<void>();
      const leave = Promise.withResolvers<void>();
      const transaction = store.transaction(async (queries) => {
        await queries.run(INSERT_ACCOUNT, [1, 'a', 1]);
        inside.resolve();
        await leave.promise;
        throw new Error('rolled back');
      });
      await inside.promise;
      const seen = countAccounts(store);
      leave.resolve();
      await expect(transaction).rejects.toThrow('rolled back');
      expect(await seen).toBe(0);
    });

    test('a failed statement fails the whole transaction, even when its error was caught', async () => {
      const { store } = await openWithAccounts(open);
      const transaction = store.transaction(async (queries) => {
        await queries.run(INSERT_ACCOUNT, [1, 'a', 1]);
        await queries.run(INSERT_ACCOUNT, [1, 'a', 1]).catch(() => {});
        await queries.run(INSERT_ACCOUNT, [2, 'b', 1]).catch(() => {});
      });
      await expect(transaction).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await countAccounts(store)).toBe(0);
    });

    test('an insert that does nothing on conflict is no failure', async () => {
      const { store } = await openWithAccounts(open);
      const changed = await store.transaction(async (queries) => {
        await queries.run(INSERT_ACCOUNT, [1, 'a', 1]);
        return queries.run(`${INSERT_ACCOUNT} ON CONFLICT DO NOTHING`, [1, 'a', 1]);
      });
      expect(changed).toBe(0);
      expect(await countAccounts(store)).toBe(1);
    });

    test('transactions at the same time lose no update', async () => {
      const { store } = await openWithAccounts(open);
      await store.run(INSERT_ACCOUNT, [1, 'a', 0]);
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          store.transaction(async (queries) => {
            const [row] = await queries.all<{ cents: number }>(
              'UPDATE account SET cents = cents + 1 WHERE id = 1 RETURNING cents',
            );
            await queries.run('UPDATE account SET owner = owner WHERE id = 1');
            return row!.cents;
          }),
        ),
      );
      expect(answers.sort((left, right) => left - right)).toEqual(
        Array.from({ length: 40 }, (_, n) => n + 1),
      );
    });

    test('queries of one transaction may be started together', async () => {
      const { store } = await openWithAccounts(open);
      await store.transaction(async (queries) => {
        await Promise.all([1, 2, 3].map((id) => queries.run(INSERT_ACCOUNT, [id, `owner ${id}`, id])));
      });
      expect(await countAccounts(store)).toBe(3);
    });

    test('a query that outlives its transaction is refused', async () => {
      const { store } = await openWithAccounts(open);
      let kept: Queries | undefined;
      await store.transaction(async (queries) => {
        kept = queries;
      });
      await expect(kept!.run(INSERT_ACCOUNT, [1, 'a', 1])).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await countAccounts(store)).toBe(0);
    });

    test('the store used inside its own transaction is refused instead of waiting for itself', async () => {
      const { store } = await openWithAccounts(open);
      const writing = store.transaction(() => store.run(INSERT_ACCOUNT, [1, 'a', 1]));
      await expect(writing).rejects.toMatchObject({ code: 'INTERNAL' });
      const nested = store.transaction(() => store.transaction(async () => {}));
      await expect(nested).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await countAccounts(store)).toBe(0);
    });

    test('work that does not end is ended, and the next transaction runs', async () => {
      const { store } = await openWithAccounts(open, { limitMs: 100 });
      const endless = store.transaction(async (queries) => {
        await queries.run(INSERT_ACCOUNT, [1, 'a', 1]);
        await new Promise(() => {});
      });
      await expect(endless).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
      await store.transaction((queries) => queries.run(INSERT_ACCOUNT, [2, 'b', 1]));
      expect(await store.all('SELECT id FROM account')).toEqual([{ id: 2 }]);
    });
  });
}
