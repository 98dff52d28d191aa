import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { startPrivatePostgres } from './private-postgres.ts';

/** The run's own server was not started here when its address was given: then there may be no binaries. */
const possible = inject('postgresUrl') !== null && (process.env.HERMES_TEST_POSTGRES_URL ?? '') === '';

async function ask(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(!possible)('a private PostgreSQL', () => {
  test('syncs to disk, listens on loopback only, comes back, and leaves nothing behind', async () => {
    const postgres = await startPrivatePostgres();
    const [settings] = await ask(
      postgres!.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses,
              current_setting('unix_socket_directories') AS sockets, current_setting('data_directory') AS folder`,
    );
    expect(settings).toMatchObject({ fsync: 'on', addresses: '127.0.0.1', sockets: '' });
    expect(existsSync(settings!.folder!)).toBe(true);
    await ask(postgres!.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
    await postgres!.restart();
    expect(await ask(postgres!.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
    await postgres!.stop();
    expect(existsSync(settings!.folder!)).toBe(false);
    await expect(ask(postgres!.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('ends when the process that started it is killed', async () => {
    const program = `
      import { startPrivatePostgres } from ${JSON.stringify(fileURLToPath(new URL('private-postgres.ts', import.meta.url)))};
      console.log((await startPrivatePostgres({ fsync: false })).url);
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(createInterface(owner.stdout), 'line')) as [string];
    const [row] = await ask(url, `SELECT current_setting('data_directory') AS folder`);
    owner.kill('SIGKILL');
    for (let tries = 0; tries < 200 && existsSync(row!.folder!); tries += 1) await pause(50);
    expect(existsSync(row!.folder!)).toBe(false);
    await expect(ask(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });
});
