import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openStore } from './open-store.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hermes-store-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const postgresUrl = inject('postgresUrl');

test('sqlite:PATH starts from the data folder, an absolute one does not', async () => {
  const elsewhere = join(dataDir, 'elsewhere', 'b.db');
  for (const [url, file] of [
    ['sqlite:a.db', join(dataDir, 'a.db')],
    [`sqlite:${elsewhere}`, elsewhere],
  ] as const) {
    const store = await openStore(url, { dataDir });
    expect([store.dialect, existsSync(file)]).toEqual(['sqlite', true]);
    await store.close();
  }
});

test('sqlite::memory: makes no file', async () => {
  const store = await openStore('sqlite::memory:', { dataDir });
  expect(store.dialect).toBe('sqlite');
  await store.close();
  expect(existsSync(join(dataDir, ':memory:'))).toBe(false);
});

test.skipIf(postgresUrl === null)('postgres:// opens PostgreSQL', async () => {
  const database = await freshDatabase(postgresUrl!);
  const store = await openStore(database.url, { dataDir });
  expect(store.dialect).toBe('postgres');
  await store.close();
  await database.drop();
});

test.each(['mysql://root:secret@host/db', 'secret.db', 'sqlite:', ''])(
  'any other address is refused and not repeated: %s',
  async (url) => {
    const failure = await openStore(url, { dataDir }).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: 'INVALID_ARGUMENT', hint: expect.stringContaining('sqlite:PATH') });
    expect(JSON.stringify(failure)).not.toContain('secret');
  },
);
