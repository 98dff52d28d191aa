import { describe, expect, test } from 'vitest';
import { INSERT_ACCOUNT } from './accounts.ts';
import { type OpenStoreUnderTest, openEach, openWithAccounts } from './opened.ts';

export function queryConformance(openStore: OpenStoreUnderTest): void {
  describe('queries', () => {
    const open = openEach(openStore);

    test('values come back as they went in', async () => {
      const { store } = await openWithAccounts(open);
      const owners = ['李总监', 'o’Brien “;--', '\u{1F600} emoji', 'e\u0301', ''];
      const seals = [
        new Uint8Array(0),
        Uint8Array.from({ length: 256 }, (_, byte) => byte),
        new Uint8Array([0]),
      ];
      const numbers = [0, 1, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER];
      for (const [index, owner] of owners.entries()) {
        const cents = numbers[index]!;
        const seal = seals[index] ?? null;
        await store.run('INSERT INTO account (id, owner, cents, seal) VALUES ($1, $2, $3, $4)', [
          -index,
          owner,
          cents,
          seal,
        ]);
        const rows = await store.all('SELECT id, owner, cents, seal FROM account WHERE id = $1', [-index]);
        expect(rows).toEqual([{ id: 0 - index, owner, cents, seal }]);
      }
    });

    test('text with U+0000 is refused on both dialects alike, without being repeated', async () => {
      const { store } = await openWithAccounts(open);
      const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
      await expect(store.run(INSERT_ACCOUNT, [1, 'a\0b', 250])).rejects.toEqual(refused);
      await expect(store.all('SELECT id FROM account WHERE owner = $1', ['a\0b'])).rejects.toEqual(refused);
    });

    test('sums, counts, comparisons and fractions are numbers', async () => {
      const { store } = await openWithAccounts(open);
      await store.run(INSERT_ACCOUNT, [1, 'a', 250]);
      await store.run(INSERT_ACCOUNT, [2, 'b', 50]);
      const [row] = await store.all(
        'SELECT sum(cents) AS total, count(*) AS n, max(cents) > 100 AS large, avg(cents) AS mean, 0.5 AS half FROM account',
      );
      expect(row).toEqual({ total: 300, n: 2, large: 1, mean: 150, half: 0.5 });
    });

    test('an integer parameter is an integer, and one parameter may be used twice', async () => {
      const { store } = await openWithAccounts(open);
      await store.run(INSERT_ACCOUNT, [7, 'a', 10]);
      const rows = await store.all(
        "SELECT 'n' || CAST(CAST($1 AS BIGINT) AS TEXT) AS label FROM account WHERE id = $1 AND id = $1",
        [7],
      );
      expect(rows).toEqual([{ label: 'n7' }]);
    });

    test('an integer that a number cannot hold exactly is refused, not rounded', async () => {
      const { store } = await open();
      await expect(store.all('SELECT CAST(9007199254740993 AS BIGINT) AS n')).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
      expect(await store.all("SELECT '9007199254740993' AS n")).toEqual([{ n: '9007199254740993' }]);
    });

    test('run tells how many rows changed; a write may return rows', async () => {
      const { store } = await openWithAccounts(open);
      expect(await store.run(INSERT_ACCOUNT, [1, 'a', 1])).toBe(1);
      expect(await store.run('UPDATE account SET cents = cents WHERE id > $1', [5])).toBe(0);
      const made = await store.all(
        'INSERT INTO account (id, owner, cents) VALUES ($1, $2, $3) RETURNING id',
        [2, 'b', 1],
      );
      expect(made).toEqual([{ id: 2 }]);
      expect(await store.run('UPDATE account SET cents = cents + 1')).toBe(2);
    });

    test.each([
      ['a unique constraint', INSERT_ACCOUNT, [2, 'secret-owner', 0]],
      ['a primary key', INSERT_ACCOUNT, [1, 'secret-other', 0]],
      ['a check constraint', INSERT_ACCOUNT, [3, 'secret-check', -1]],
      ['a column that must not be null', INSERT_ACCOUNT, [3, null, 0]],
      ['a trigger', 'DELETE FROM account WHERE owner = $1', ['secret-owner']],
    ])('%s refuses a row with CONFLICT and repeats no value', async (_what, sql, parameters) => {
      const { store } = await openWithAccounts(open);
      await store.run(INSERT_ACCOUNT, [1, 'secret-owner', 0]);
      const refusal = await store.run(sql, parameters).catch((thrown: unknown) => thrown);
      expect(refusal).toMatchObject({ code: 'CONFLICT', retryable: false });
      expect(JSON.stringify(refusal)).not.toContain('secret');
    });

    test('wrong SQL is INTERNAL and does no harm to the next query', async () => {
      const { store } = await openWithAccounts(open);
      await expect(store.all('SELEKT 1')).rejects.toMatchObject({ code: 'INTERNAL', retryable: false });
      await expect(store.run('UPDATE nothing SET a = 1')).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await store.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    test('more or fewer parameters than the statement takes are refused', async () => {
      const { store } = await openWithAccounts(open);
      for (const parameters of [[], [1, 'a'], [1, 'a', 2, 3]]) {
        await expect(store.run(INSERT_ACCOUNT, parameters)).rejects.toMatchObject({ code: 'INTERNAL' });
      }
      expect(await store.run(INSERT_ACCOUNT, [1, 'a', 2])).toBe(1);
    });
  });
}
