import { describe, expect, test } from 'vitest';
import { INSERT_ACCOUNT } from './accounts.ts';
import { type OpenStoreUnderTest, openEach, openWithAccounts } from './opened.ts';

export function lifeConformance(openStore: OpenStoreUnderTest): void {
  describe('opening and closing', () => {
    const open = openEach(openStore);

    test('a closed store refuses everything, and may be closed again', async () => {
      const { store } = await openWithAccounts(open);
      await store.close();
      await store.close();
      for (const use of [
        () => store.all('SELECT 1'),
        () => store.run(INSERT_ACCOUNT, [1, 'a', 1]),
        () => store.transaction(async () => {}),
        () => store.notify('a', ''),
        () => store.listen('a', () => {}),
        () => store.migrate('conformance', []),
      ]) {
        await expect(use()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: false });
      }
    });

    test('closing waits for the transaction that is running', async () => {
      const { store } = await openWithAccounts(open);
      const inside = Promise.withResolvers<void>();
      const leave = Promise.withResolvers<void>();
      const transaction = store.transaction(async (queries) => {
        inside.resolve();
        await leave.promise;
        return queries.run(INSERT_ACCOUNT, [1, 'a', 1]);
      });
      await inside.promise;
      const closed = store.close();
      leave.resolve();
      expect(await transaction).toBe(1);
      await closed;
    });

    test('now is in milliseconds and moves on', async () => {
      const { store } = await open();
      const before = await store.now();
      expect(Number.isSafeInteger(before)).toBe(true);
      expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
      expect(await store.now()).toBeGreaterThanOrEqual(before);
    });
  });
}
