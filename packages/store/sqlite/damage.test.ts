import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from './open-sqlite.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a file that is no database says so and what to do', async () => {
  const file = join(folder, 'a.db');
  await writeFile(file, 'this is a letter, not a database. '.repeat(100));
  await expect(openSqlite({ file })).rejects.toMatchObject({
    code: 'STORE_CORRUPT',
    retryable: false,
    hint: expect.stringContaining('backup'),
  });
});

test('a folder that cannot be made says which', async () => {
  await writeFile(join(folder, 'taken'), '');
  const file = join(folder, 'taken', 'below', 'a.db');
  await expect(openSqlite({ file })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    where: join(folder, 'taken', 'below'),
    retryable: false,
  });
});

test('a folder where the file should be is STORE_UNAVAILABLE', async () => {
  const file = join(folder, 'a.db');
  await mkdir(file);
  await expect(openSqlite({ file })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('a transaction that SQLite rolled back by itself fails with its own reason', async () => {
  const store = await openSqlite({ file: join(folder, 'a.db') });
  await store.run('CREATE TABLE t (id INTEGER PRIMARY KEY)');
  const transaction = store.transaction(async (queries) => {
    await queries.run('INSERT INTO t VALUES (1)');
    await queries.run('INSERT OR ROLLBACK INTO t VALUES (1)');
  });
  await expect(transaction).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await store.run('INSERT INTO t VALUES (1)')).toBe(1);
  await store.close();
});

test('more different statements than are kept prepared still run', async () => {
  const store = await openSqlite({ file: ':memory:' });
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 500; n += 1) expect(await store.all(`SELECT ${n} AS n`)).toEqual([{ n }]);
  }
  await store.close();
});
