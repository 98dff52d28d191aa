import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres, openSqlite } from '@hermes-agent/store';
import { type FreshDatabase, freshDatabase } from '@hermes-agent/testkit/services';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { journalConformance } from '../conformance/index.ts';
import { migrateJournal } from './sql-journal.ts';

journalConformance('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-bus-'));
  return {
    connect: (clock) => openSqlite({ file: join(folder, 'bus.db'), clock }),
    dispose: () => rm(folder, { recursive: true }),
  };
});

const url = inject('postgresUrl');

describe.skipIf(url === null)('with a server', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(url!);
  });
  afterAll(() => database.drop());

  journalConformance('PostgreSQL', async () => ({
    connect: (clock) => openPostgres({ url: database.url, clock, connections: 3 }),
    async dispose() {
      const store = await openPostgres({ url: database.url, connections: 1 });
      await store.run('DROP SCHEMA public CASCADE');
      await store.run('CREATE SCHEMA public');
      await store.close();
    },
  }));

  test('in a cluster whose transactions count from less, sequences still grow', async () => {
    const store = await openPostgres({ url: database.url, connections: 2 });
    await migrateJournal(store);
    await store.run(
      `INSERT INTO bus_conclusion (sequence, execution_id, status, settled, at, body)
       VALUES (4096000000000, 'restored', 'pending', 0, 0, '{}')`,
    );
    await migrateJournal(store);
    const [row] = await store.all<{ next: number }>(
      'SELECT (pg_current_xact_id()::text::bigint + sequence_base) * 4096 AS next FROM bus_clock',
    );
    expect(row!.next).toBeGreaterThan(4_096_000_000_000);
    await store.close();
  });
});
