import { describe, expect, test } from 'vitest';
import type { Migration } from '../port.ts';
import { type OpenStoreUnderTest, openEach } from './opened.ts';

/** Steps that both dialects read alike. */
const step = (name: string, sql: string): Migration => ({ name, sqlite: sql, postgres: sql });

const FIRST = step('first', 'CREATE TABLE first (n INTEGER); INSERT INTO first VALUES (1)');
const SECOND = step('second', 'CREATE TABLE second (n INTEGER); INSERT INTO first VALUES (2)');

export function migrationConformance(openStore: OpenStoreUnderTest): void {
  describe('migrations', () => {
    const open = openEach(openStore);

    test('each step lands once, in order, however often it is asked for', async () => {
      const { store } = await open();
      await store.migrate('a', [FIRST]);
      await store.migrate('a', [FIRST]);
      await Promise.all([1, 2, 3, 4].map(() => store.migrate('a', [FIRST, SECOND])));
      expect(await store.all('SELECT n FROM first ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
    });

    test('components do not disturb each other', async () => {
      const { store } = await open();
      await Promise.all([
        store.migrate('a', [FIRST]),
        store.migrate('b', [step('only', 'CREATE TABLE other (n INTEGER)')]),
      ]);
      expect(
        await store.all('SELECT component, position, name FROM schema_migration ORDER BY component'),
      ).toEqual([
        { component: 'a', position: 0, name: 'first' },
        { component: 'b', position: 0, name: 'only' },
      ]);
    });

    test('a step that fails leaves nothing of itself and of those with it', async () => {
      const { store } = await open();
      const broken = step('broken', 'CREATE TABLE half (n INTEGER); INSERT INTO nowhere VALUES (1)');
      await expect(store.migrate('a', [FIRST, broken])).rejects.toMatchObject({ code: 'INTERNAL' });
      await expect(store.all('SELECT * FROM first')).rejects.toMatchObject({ code: 'INTERNAL' });
      await store.migrate('a', [FIRST, SECOND]);
      expect(await store.all('SELECT count(*) AS n FROM schema_migration')).toEqual([{ n: 2 }]);
    });

    test('a step that changed after it landed is refused', async () => {
      const { store } = await open();
      await store.migrate('a', [FIRST]);
      const edited = step('first', 'CREATE TABLE first (n INTEGER, m INTEGER)');
      await expect(store.migrate('a', [edited, SECOND])).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
      await expect(store.all('SELECT * FROM second')).rejects.toMatchObject({ code: 'INTERNAL' });
    });

    test('a store of a newer program is refused', async () => {
      const { store } = await open();
      await store.migrate('a', [FIRST, SECOND]);
      await expect(store.migrate('a', [FIRST])).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        retryable: false,
      });
    });
  });
}
