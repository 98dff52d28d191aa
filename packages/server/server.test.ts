import { expect, test, vi } from 'vitest';
import { startServer } from './server.ts';
import { createFakeHermes } from './testing/fake-hermes.ts';
import { startFake } from './testing/start-fake.ts';

const readyStatus = async (url: string): Promise<number> => (await fetch(`${url}/readyz`)).status;

test('alive at once, ready when the runtime is', async () => {
  let becomeReady = (): void => {};
  const hermes = createFakeHermes(
    new Promise((resolve) => {
      becomeReady = resolve;
    }),
  );
  const server = await startServer({ hermes, port: 0 });
  try {
    const health = await (await fetch(`${server.url}/healthz`)).json();
    expect(health).toEqual({ status: 'alive', instance: server.instance });
    expect(await readyStatus(server.url)).toBe(503);
    becomeReady();
    await vi.waitFor(async () => expect(await readyStatus(server.url)).toBe(200));
  } finally {
    await server.stop(0);
  }
});

test('a runtime that fails to get ready keeps the server alive and not ready', async () => {
  const server = await startServer({ hermes: createFakeHermes(Promise.reject(new Error('no'))), port: 0 });
  expect(await readyStatus(server.url)).toBe(503);
  await server.stop(0);
});

test('a stop lets a request finish, takes no new one, and comes to an end', async () => {
  const { ask, server } = await startFake();
  await ask('/sessions', { body: { agent: 'echo' } });
  const slow = ask('/sessions/session-1/turns', { body: { turn_id: 'a', text: 'slow' } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopping = server.stop(2_000);
  await expect(ask('/agents', { headers: { connection: 'close' } })).rejects.toThrow();
  const answer = await slow;
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  const startedAt = performance.now();
  await stopping;
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('what does not finish within the grace is cut', async () => {
  const { ask, server } = await startFake();
  await ask('/sessions', { body: { agent: 'echo' } });
  const slow = ask('/sessions/session-1/turns', { body: { turn_id: 'a', text: 'slow' } });
  const cut = expect(slow).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await server.stop(10);
  await cut;
});

test('a port in use says which and how to choose another', async () => {
  const { server, hermes } = await startFake();
  await expect(startServer({ hermes, port: server.port })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: expect.stringContaining(String(server.port)),
    hint: expect.stringMatching(/--port \d+.*HERMES_PORT/),
  });
});

test('every answer carries the headers that keep a browser safe', async () => {
  const { ask } = await startFake();
  for (const path of ['/agents', '/nothing', '/healthz']) {
    const { headers } = await ask(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});
