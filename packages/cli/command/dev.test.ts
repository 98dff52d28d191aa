import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hermes-agent/server/client';
import { provesCommand } from '@hermes-agent/testkit';
import { freePort } from '@hermes-agent/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hermes, hermesThatStays, makeDataDir } from '../testing/hermes-process.ts';

const first = makeDataDir();
const other = makeDataDir();
let server: ChildProcess;
let url: string;

const startDev = async (): Promise<void> => {
  const port = String(await freePort());
  const { child, said } = await hermesThatStays(first.dataDir, ['dev', '--port', port], 'Ctrl-C stops it');
  server = child;
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(said())![0];
};

beforeAll(startDev, 120_000);
afterAll(() => {
  server.kill('SIGKILL');
  first.remove();
  other.remove();
});

const LIMIT = { timeout: 90_000 };

test('serves the console, says it is ready, and leaves word for the commands beside it', LIMIT, async () => {
  provesCommand('npx hermes dev --port 7071');
  expect(await (await fetch(url)).text()).toContain('<div id="root">');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const file = JSON.parse(readFileSync(join(first.dataDir, 'server.json'), 'utf8'));
  expect(file).toMatchObject({ pid: server.pid, url, environment: { ORDER_CENTRE_URL: expect.any(String) } });
});

test('a second one on the same data says so, with the pid of the first', LIMIT, async () => {
  const { status, stderr } = await hermes(first.dataDir, ['dev', '--port', '0']);
  expect(status).toBe(69);
  expect(stderr).toContain(
    `SERVER_RUNNING: The data in ${first.dataDir} is in use by hermes dev (pid ${server.pid})`,
  );
});

test('a second one on the same port says which and how to choose another', LIMIT, async () => {
  const port = new URL(url).port;
  const { status, stderr } = await hermes(other.dataDir, ['dev', '--port', port]);
  expect(status).toBe(69);
  expect(stderr).toContain(`PORT_IN_USE: Port ${port} `);
  expect(stderr).toContain(`--port ${Number(port) + 1}`);
});

test('chat, trace, worker and doctor work beside it', LIMIT, async () => {
  provesCommand('npx hermes worker after-sales', 'npx hermes trace REQUEST_ID');
  const worker = await hermesThatStays(first.dataDir, ['worker', 'after-sales'], 'Ctrl-C stops it');
  expect(worker.said()).toContain(`beside ${url} (pid ${server.pid})`);

  const chat = await hermes(first.dataDir, [
    'chat',
    'after-sales',
    '--user',
    '韩梅梅',
    '--json',
    '--say',
    '我的订单还没发货，急',
    '--say',
    'ORD-87654321',
  ]);
  expect(chat.status).toBe(0);
  const [requestId] = chat.lines[1]!.requestIds as string[];

  const trace = await hermes(first.dataDir, ['trace', requestId!, '--json']);
  expect(trace.lines[0]).toMatchObject({ requestId, status: 'succeeded' });
  const found = await hermes(first.dataDir, ['trace', '--user', '韩梅梅', '--json']);
  expect(found.lines.map((line) => line.requestId)).toEqual([requestId]);

  const doctor = await hermes(first.dataDir, ['doctor', '--json']);
  expect(doctor.lines.filter(({ status }) => status === 'fail')).toEqual([]);
  expect(doctor.lines).toContainEqual(expect.objectContaining({ check: 'server', status: 'ok' }));

  worker.child.kill('SIGTERM');
  expect(await once(worker.child, 'exit')).toEqual([0, null]);
});

test('an outcome that nobody waited for is pushed to the session', LIMIT, async () => {
  const client = createClient({ url, user: 'ada' });
  const { sessionId } = await client.openSession({ agent: 'after-sales' });
  await client.say({ sessionId, turnId: '1', text: '我的订单还没发货，急' });
  const { requestIds } = await client.say({ sessionId, turnId: '2', text: 'ORD-87654321' });
  const enough = new AbortController();
  for await (const event of client.events(sessionId, 0, enough.signal)) {
    if (event.type !== 'reply' || event.reply.key !== 'logistics_found') continue;
    expect(event).toMatchObject({ push: true, reply: { requestId: requestIds[0] } });
    enough.abort();
  }
  expect(enough.signal.aborted).toBe(true);
});

test('what a kill -9 leaves is taken over', LIMIT, async () => {
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect(existsSync(join(first.dataDir, 'server.json'))).toBe(true);
  await startDev();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('Ctrl-C, though it arrives twice, ends it cleanly within three seconds', LIMIT, async () => {
  const { environment } = JSON.parse(readFileSync(join(first.dataDir, 'server.json'), 'utf8'));
  const exited = once(server, 'exit');
  const beganAt = performance.now();
  server.kill('SIGINT');
  server.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - beganAt).toBeLessThan(3_000);
  expect(existsSync(join(first.dataDir, 'server.json'))).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
  await expect(fetch(environment.ORDER_CENTRE_URL)).rejects.toThrow();
});
