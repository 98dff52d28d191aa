import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { ensurePostgresBinaries } from './postgres-binaries.ts';
import { type PrivateServer, startPrivateServer } from './private-server.ts';
import { asOwner, ownedFolder, ownerNamed } from './server-owner.ts';

const SET_UP_MS = 30_000;
const USER = 'hermes';

export interface PrivatePostgresOptions {
  /** Turn off for speed where no test speaks of power loss. Default: on. */
  readonly fsync?: boolean;
}

/**
 * Starts a PostgreSQL of our own: a new folder, a free port of 127.0.0.1, no Unix socket, no password; its `url`
 * is that of the database `postgres`, as a superuser. Never touches a server that is there already. As root it
 * runs under the system's `postgres` user. Returns null where PostgreSQL is not installed and cannot be.
 */
export async function startPrivatePostgres(
  options: PrivatePostgresOptions = {},
): Promise<PrivateServer | null> {
  const binaries = ensurePostgresBinaries();
  if (binaries === null) return null;
  const owner = await ownerNamed('postgres');
  return startPrivateServer('PostgreSQL', async () => {
    const folder = await ownedFolder('postgres', owner);
    const data = join(folder, 'data');
    const port = await freePort();
    const setUp = ['--auth=trust', `--username=${USER}`, '--encoding=UTF8', '--locale=C', '--no-sync'];
    await run([...asOwner(owner), join(binaries, 'initdb'), `--pgdata=${data}`, ...setUp], folder);
    const settings = Object.entries({
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: options.fsync === false ? 'off' : 'on',
      max_connections: 200,
      timezone: 'UTC',
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
    return {
      url,
      folder,
      command: [...asOwner(owner), join(binaries, 'postgres'), '-D', data, ...settings],
      stopSignal: 'INT',
      // What a crash leaves, but for the shared memory that would hinder the next start.
      restartSignal: 'SIGQUIT',
      ask: () => ask(url),
    };
  });
}

async function run([program, ...args]: string[], folder: string): Promise<void> {
  try {
    await promisify(execFile)(program!, args, { cwd: folder, timeout: SET_UP_MS });
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw cause;
  }
}

async function ask(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end().catch(() => {});
  }
}
