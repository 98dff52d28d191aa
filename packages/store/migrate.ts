import { createHash } from 'node:crypto';
import { HermesError } from '@hermes-agent/core';
import type { Migration, Queries, Store } from './port.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  component TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL,
  PRIMARY KEY (component, position))`;

const TABLE_EXISTS = {
  sqlite: "SELECT 1 FROM sqlite_master WHERE name = 'schema_migration'",
  postgres: "SELECT 1 FROM pg_class WHERE oid = to_regclass('schema_migration')",
};

/** Any number of this project's own. The lock goes with the transaction. */
const LOCK = 'SELECT pg_advisory_xact_lock(7305112)';

/**
 * Applies what is missing, all in one transaction with the record of it. `execute` runs several statements on
 * the connection of the running transaction. Without anything missing no lock is taken, so that a second program
 * starts beside a busy first one. A landed step whose text changed is refused.
 */
export async function runMigrations(
  store: Pick<Store, 'dialect' | 'transaction' | 'all'>,
  component: string,
  migrations: readonly Migration[],
  execute: (sql: string, queries: Queries) => unknown,
): Promise<void> {
  const steps = migrations.map((migration) => {
    const sql = migration[store.dialect];
    return { name: migration.name, sql, digest: createHash('sha256').update(sql).digest('hex') };
  });
  const [table] = await store.all(TABLE_EXISTS[store.dialect]);
  if (table !== undefined && (await countLanded(store, component, steps)) === steps.length) return;
  await store.transaction(async (queries) => {
    if (store.dialect === 'postgres') await queries.all(LOCK);
    await queries.run(TABLE);
    const landed = await countLanded(queries, component, steps);
    for (const [offset, { name, sql, digest }] of steps.slice(landed).entries()) {
      await execute(sql, queries);
      await queries.run(
        'INSERT INTO schema_migration (component, position, name, digest) VALUES ($1, $2, $3, $4)',
        [component, landed + offset, name, digest],
      );
    }
  });
}

/** How many of `steps` are in the database. Throws when what is there is not their beginning. */
async function countLanded(
  queries: Pick<Queries, 'all'>,
  component: string,
  steps: readonly { readonly name: string; readonly digest: string }[],
): Promise<number> {
  const landed = await queries.all<{ name: string; digest: string }>(
    'SELECT name, digest FROM schema_migration WHERE component = $1 ORDER BY position',
    [component],
  );
  if (landed.length > steps.length) {
    throw new HermesError('STORE_UNAVAILABLE', `The store is newer than this program (${component})`, {
      layer: 'store',
      hint: 'Run the newer program, or restore a backup made by this one.',
      retryable: false,
    });
  }
  const changed = landed.findIndex(({ digest }, position) => digest !== steps[position]!.digest);
  if (changed !== -1) {
    throw new HermesError(
      'STORE_CORRUPT',
      `Migration ${component}/${steps[changed]!.name} changed after it landed`,
      { layer: 'store', hint: 'Add a new migration instead of editing one.' },
    );
  }
  return landed.length;
}
