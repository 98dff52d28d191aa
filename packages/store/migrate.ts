import { createHash } from 'node:crypto';
import { HermesError } from '@hermes-agent/core';
import type { Migration, Queries, Store } from './port.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  component TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL,
  PRIMARY KEY (component, position))`;

/**
 * Applies what is missing, each step in the transaction that records it. `execute` runs several statements on
 * the connection of the running transaction. A landed step whose text changed is refused.
 */
export async function runMigrations(
  store: Pick<Store, 'dialect' | 'transaction'>,
  component: string,
  migrations: readonly Migration[],
  execute: (sql: string, queries: Queries) => unknown,
): Promise<void> {
  await store.transaction(async (queries) => {
    if (store.dialect === 'postgres') await queries.all('SELECT pg_advisory_xact_lock(7305112)');
    await queries.run(TABLE);
    const landed = await queries.all<{ name: string; digest: string }>(
      'SELECT name, digest FROM schema_migration WHERE component = $1 ORDER BY position',
      [component],
    );
    if (landed.length > migrations.length) {
      throw new HermesError('STORE_UNAVAILABLE', `The store is newer than this program (${component})`, {
        layer: 'store',
        hint: 'Run the newer program, or restore a backup made by this one.',
        retryable: false,
      });
    }
    for (const [position, migration] of migrations.entries()) {
      const sql = migration[store.dialect];
      const digest = createHash('sha256').update(sql).digest('hex');
      const before = landed[position];
      if (before === undefined) {
        await execute(sql, queries);
        await queries.run(
          'INSERT INTO schema_migration (component, position, name, digest) VALUES ($1, $2, $3, $4)',
          [component, position, migration.name, digest],
        );
      } else if (before.digest !== digest) {
        throw new HermesError(
          'STORE_CORRUPT',
          `Migration ${component}/${migration.name} changed after it landed`,
          {
            layer: 'store',
            hint: 'Add a new migration instead of editing one.',
          },
        );
      }
    }
  });
}
