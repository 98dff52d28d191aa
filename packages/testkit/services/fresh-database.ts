import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  readonly url: string;
  /** Deletes the database, ending connections that were forgotten. */
  drop(): Promise<void>;
}

/** Makes an empty database on the server at `url`, so that a test file shares nothing with another. */
export async function freshDatabase(url: string): Promise<FreshDatabase> {
  const name = `hermes_test_${randomUUID().replaceAll('-', '')}`;
  await command(url, `CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => command(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
