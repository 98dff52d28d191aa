import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeConformance } from '@hermes-agent/store/conformance';
import { openSqlite } from './open-sqlite.ts';

storeConformance('SQLite in a file', async (limits) => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-store-'));
  const file = join(folder, 'deeper', 'hermes.db');
  const store = await openSqlite({ file, ...limits });
  return {
    store,
    url: `sqlite:${file}`,
    async dispose() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});

storeConformance('SQLite in memory', async (limits) => {
  const store = await openSqlite({ file: ':memory:', ...limits });
  return { store, url: null, dispose: () => store.close() };
});
