import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@hermes-agent/core';
import { openPostgres, openSqlite, type Store } from '@hermes-agent/store';
import { freshDatabase, openLink } from '@hermes-agent/testkit/services';
import { describe, expect, inject, test } from 'vitest';
import { transportConformance } from '../conformance/index.ts';
import { createStoreTransport } from './store-transport.ts';

const endOf = (store: Store) => ({
  store,
  transport: createStoreTransport(store, silentLogger),
  close: () => store.close(),
});

transportConformance('the store, SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-bus-'));
  return {
    connect: async () => endOf(await openSqlite({ file: join(folder, 'bus.db') })),
    reachesOthers: false,
    interrupt: null,
    dispose: () => rm(folder, { recursive: true }),
  };
});

const url = inject('postgresUrl');

describe.skipIf(url === null)('with a server', () => {
  transportConformance('the store, PostgreSQL', async () => {
    const database = await freshDatabase(url!);
    const address = new URL(database.url);
    const link = await openLink({ host: address.hostname, port: Number(address.port) });
    address.host = `127.0.0.1:${link.port}`;
    return {
      connect: async () => endOf(await openPostgres({ url: address.href, connections: 3 })),
      reachesOthers: true,
      interrupt: async () => link.cut(),
      async dispose() {
        await link.close();
        await database.drop();
      },
    };
  });
});

test('what is no hint is refused and counted, once for all who listen', async () => {
  const store = await openSqlite({ file: ':memory:' });
  const transport = createStoreTransport(store, silentLogger);
  const heard: (readonly string[])[] = [];
  for (let count = 0; count < 2; count += 1) {
    await transport.subscribe('agent_requests', (ids) => heard.push(ids));
  }
  for (const payload of ['', '[]', '{"request_ids":[1]}', '{"request_ids":["a"],"type":"EXECUTE_RESULT"}']) {
    await store.notify('agent_requests', payload);
  }
  await store.notify('agent_requests', '{"request_ids":["a"]}');
  await new Promise(setImmediate);
  expect(heard).toEqual([['a'], ['a']]);
  expect(transport.refusals()).toEqual({ invalid: 4, oversized: 0 });
  await store.close();
});
