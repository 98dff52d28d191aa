import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { installDebianPackages } from './debian.ts';
import { freePort } from './free-port.ts';
import { type PrivateServer, startPrivateServer } from './private-server.ts';
import { asOwner, ownedFolder, ownerNamed } from './server-owner.ts';

const PROGRAMS = ['/usr/bin/redis-server', '/opt/homebrew/bin/redis-server', '/usr/local/bin/redis-server'];
const ANSWER_MS = 2_000;

export interface PrivateRedisOptions {
  /** When the append-only file is synced: before each answer, or once a second. Default: before each answer. */
  readonly appendfsync?: 'always' | 'everysec';
}

/**
 * Starts a Redis of our own: a new folder, a free port of 127.0.0.1, no password, everything in an append-only
 * file, nothing ever evicted. Never touches a server that is there already. As root it runs under the system's
 * `redis` user. Returns null where Redis is not installed and cannot be.
 */
export async function startPrivateRedis(options: PrivateRedisOptions = {}): Promise<PrivateServer | null> {
  const find = (): string | undefined => PROGRAMS.find((path) => existsSync(path));
  if (find() === undefined) installDebianPackages(['redis-server']);
  const program = find();
  if (program === undefined) return null;
  const owner = await ownerNamed('redis');
  return startPrivateServer('Redis', async () => {
    const folder = await ownedFolder('redis', owner);
    const port = await freePort();
    const settings = Object.entries({
      port,
      bind: '127.0.0.1',
      dir: folder,
      appendonly: 'yes',
      appendfsync: options.appendfsync ?? 'always',
      save: '',
      'maxmemory-policy': 'noeviction',
    }).flatMap(([name, value]) => [`--${name}`, String(value)]);
    return {
      url: `redis://127.0.0.1:${port}`,
      folder,
      command: [...asOwner(owner), program, ...settings],
      stopSignal: 'INT',
      restartSignal: 'SIGKILL',
      ask: () => ask(port),
    };
  });
}

/** A server that still reads its file answers with an error instead. */
async function ask(port: number): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const socket = connect({ port, host: '127.0.0.1', signal });
  try {
    socket.write('PING\r\n');
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    if (!answer.toString().startsWith('+PONG')) throw new Error('Redis is not ready');
  } finally {
    socket.destroy();
  }
}
