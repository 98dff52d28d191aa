import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = `
  import { startPrivateRabbitmq } from ${JSON.stringify(fileURLToPath(new URL('private-rabbitmq.ts', import.meta.url)))};
  console.log((await startPrivateRabbitmq())?.url ?? '');
  setInterval(() => {}, 1000);`;

const refuses = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
};

test('a private RabbitMQ ends, and leaves nothing, when the process that started it is killed', async ({
  skip,
}) => {
  if ((process.env.HERMES_TEST_RABBITMQ_URL ?? '') !== '') return skip('another broker is to be used');
  const folder = mkdtempSync(join(tmpdir(), 'hermes-owner-'));
  chmodSync(folder, 0o755);
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  });
  try {
    const [url] = (await once(createInterface(owner.stdout), 'line')) as [string];
    if (url === '') return skip('there is no RabbitMQ here');
    const { port, pathname } = new URL(url);
    expect(pathname).toBe('/hermes');
    expect(['4369', '5672']).not.toContain(port);
    expect(await refuses(Number(port))).toBe(false);
    expect(readdirSync(folder).length).toBe(1);
    owner.kill('SIGKILL');
    for (let tries = 0; tries < 200 && readdirSync(folder).length > 0; tries += 1) await pause(50);
    expect(readdirSync(folder)).toEqual([]);
    expect(await refuses(Number(port))).toBe(true);
  } finally {
    owner.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}, 90_000);
