import type { Store } from '../port.ts';

/** What the suite's tests write to, in both dialects. */
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

export async function countAccounts(store: Pick<Store, 'all'>): Promise<number> {
  const [row] = await store.all<{ n: number }>('SELECT count(*) AS n FROM account');
  return row!.n;
}
