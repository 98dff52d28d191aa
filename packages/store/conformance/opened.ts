import { afterEach } from 'vitest';
import type { Store } from '../port.ts';

export interface StoreLimits {
  readonly busyMs?: number;
  readonly limitMs?: number;
}

export interface StoreUnderTest {
  readonly store: Store;
  /** What `openStore` opens the same database with, from any process; null when it lives in this handle alone. */
  readonly url: string | null;
  /** Closes the store and deletes the database. */
  dispose(): Promise<void>;
}

export type OpenStoreUnderTest = (limits?: StoreLimits) => Promise<StoreUnderTest>;

/** `open`, with the disposal after each test. */
export function openEach(open: OpenStoreUnderTest): OpenStoreUnderTest {
  const opened: StoreUnderTest[] = [];
  afterEach(async () => {
    for (const { dispose } of opened.splice(0)) await dispose();
  });
  return async (limits) => {
    const underTest = await open(limits);
    opened.push(underTest);
    return underTest;
  };
}

/** Both dialects read this. */
export const ACCOUNTS = {
  name: 'accounts',
  sqlite: `CREATE TABLE account (
    id INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE, cents INTEGER NOT NULL CHECK (cents >= 0), seal BLOB);
    CREATE TRIGGER account_kept BEFORE DELETE ON account BEGIN SELECT RAISE(ABORT, 'accounts are kept'); END`,
  postgres: `CREATE TABLE account (
    id BIGINT PRIMARY KEY, owner TEXT NOT NULL UNIQUE, cents BIGINT NOT NULL CHECK (cents >= 0), seal BYTEA);
    CREATE FUNCTION account_kept() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'accounts are kept'; END $$;
    CREATE TRIGGER account_kept BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION account_kept()`,
};

export const INSERT_ACCOUNT = 'INSERT INTO account (id, owner, cents) VALUES ($1, $2, $3)';

export async function openWithAccounts(
  open: OpenStoreUnderTest,
  limits?: StoreLimits,
): Promise<StoreUnderTest> {
  const underTest = await open(limits);
  await underTest.store.migrate('conformance', [ACCOUNTS]);
  return underTest;
}

export async function countAccounts(store: Pick<Store, 'all'>): Promise<number> {
  const [row] = await store.all<{ n: number }>('SELECT count(*) AS n FROM account');
  return row!.n;
}
