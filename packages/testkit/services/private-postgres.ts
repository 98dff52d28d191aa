import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { ensurePostgresBinaries } from './postgres-binaries.ts';

const READY_MS = 30_000;
const USER = 'hermes';
const LAST_WORDS = 4_000;

export interface PrivatePostgres {
  /** Address of the server's `postgres` database, as a superuser. */
  readonly url: string;
  /** Ends the server and deletes everything it kept. */
  stop(): Promise<void>;
}

export interface PrivatePostgresOptions {
  /** Turn off for speed where no test speaks of power loss. Default: on. */
  readonly fsync?: boolean;
}

/**
 * Runs the server until the standard input ends, which happens too when the process that started it is killed;
 * then stops it and deletes its folder. In a session of its own, so that Ctrl-C in a terminal reaches it only so.
 */
const SUPERVISOR = `
folder=$1; shift
exec 3<&0
"$@" </dev/null & server=$!
(read -r _ <&3; kill -INT $server) 2>/dev/null & watcher=$!
wait $server
kill $watcher 2>/dev/null
rm -rf "$folder"
`;

/**
 * Starts a PostgreSQL of our own: a new folder, a free port of 127.0.0.1, no Unix socket, no password. Never
 * touches a server that is there already. As root it runs under the system's `postgres` user, as the server
 * refuses to be root. Returns null where PostgreSQL is not installed and cannot be.
 */
export async function startPrivatePostgres(
  options: PrivatePostgresOptions = {},
): Promise<PrivatePostgres | null> {
  const binaries = ensurePostgresBinaries();
  if (binaries === null) return null;
  const owner = process.getuid?.() === 0 ? await readOwner() : null;
  const asOwner =
    owner === null
      ? []
      : ['setpriv', `--reuid=${owner.user}`, `--regid=${owner.group}`, '--clear-groups', '--'];
  for (let attempt = 1; ; attempt += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'hermes-postgres-'));
    if (owner !== null) await chown(folder, owner.user, owner.group);
    const data = join(folder, 'data');
    const port = await freePort();
    const setUp = ['--auth=trust', `--username=${USER}`, '--encoding=UTF8', '--locale=C', '--no-sync'];
    await run([...asOwner, join(binaries, 'initdb'), `--pgdata=${data}`, ...setUp], folder);
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: options.fsync === false ? 'off' : 'on',
      max_connections: 200,
      timezone: 'UTC',
    };
    const server = supervise(folder, [
      ...asOwner,
      join(binaries, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
    const ready = new AbortController();
    const started = await Promise.race([answers(url, ready.signal), server.ended.then(() => false)]);
    ready.abort();
    if (started) return { url, stop: server.stop };
    await server.stop();
    if (attempt === 3) throw new Error(`A private PostgreSQL did not start:\n${server.lastWords()}`);
  }
}

interface Supervised {
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
  /** The end of what it wrote to standard error. */
  lastWords(): string;
}

function supervise(folder: string, command: readonly string[]): Supervised {
  const supervisor = spawn('/bin/sh', ['-c', SUPERVISOR, 'supervisor', folder, ...command], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: '/',
  });
  const ended = once(supervisor, 'exit');
  let words = '';
  supervisor.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  return {
    ended,
    async stop() {
      supervisor.stdin.end();
      await ended;
    },
    lastWords: () => words,
  };
}

async function readOwner(): Promise<{ user: number; group: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((row) => row.startsWith('postgres:'));
  const [, , user, group] = line?.split(':') ?? [];
  if (user === undefined || group === undefined) throw new Error('This system has no user named postgres');
  return { user: Number(user), group: Number(group) };
}

async function run([program, ...args]: string[], folder: string): Promise<void> {
  try {
    await promisify(execFile)(program!, args, { cwd: folder, timeout: READY_MS });
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw cause;
  }
}

/** Asks until the server answers; false when `signal` or the limit ends it first. */
async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  const giveUpAt = performance.now() + READY_MS;
  while (!signal.aborted && performance.now() < giveUpAt) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      await pause(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}
