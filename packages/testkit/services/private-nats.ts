import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { installDebianPackages } from './debian.ts';
import { freePort } from './free-port.ts';
import { type PrivateServer, startPrivateServer } from './private-server.ts';
import { ownedFolder } from './server-owner.ts';

const PROGRAMS = ['/usr/sbin/nats-server', '/opt/homebrew/bin/nats-server', '/usr/local/bin/nats-server'];
const ANSWER_MS = 2_000;

/**
 * Starts a NATS server of our own with JetStream: a new folder, a free port of 127.0.0.1. Never touches a server
 * that is there already. Returns null where NATS is not installed and cannot be.
 */
export async function startPrivateNats(): Promise<PrivateServer | null> {
  const find = (): string | undefined => PROGRAMS.find((path) => existsSync(path));
  if (find() === undefined) installDebianPackages(['nats-server']);
  const program = find();
  if (program === undefined) return null;
  return startPrivateServer('NATS', async () => {
    const folder = await ownedFolder('nats', null);
    const port = await freePort();
    return {
      url: `nats://127.0.0.1:${port}`,
      folder,
      command: [program, '--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', folder],
      stopSignal: 'INT',
      restartSignal: 'SIGKILL',
      ask: () => ask(port),
    };
  });
}

/** The server speaks first. */
async function ask(port: number): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const socket = connect({ port, host: '127.0.0.1', signal });
  try {
    await once(socket, 'data', { signal });
  } finally {
    socket.destroy();
  }
}
