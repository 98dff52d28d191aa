import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startFake } from '../testing/start-fake.ts';

async function openStream(options: Parameters<typeof startFake>[0] = {}) {
  const started = await startFake(options);
  await started.ask('/sessions', { body: { agent: 'echo' } });
  const open = async (query = '', headers: Record<string, string> = {}) => {
    const controller = new AbortController();
    const answer = await started.ask(`/sessions/session-1/events${query}`, {
      headers,
      signal: controller.signal,
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    return {
      answer,
      stop: () => controller.abort(),
      /** Reads on until the text so far contains `part`, or the stream ends. */
      until: async (part: string): Promise<string> => {
        while (!text.includes(part)) {
          const { done, value } = await reader.read();
          if (done) break;
          text += value;
        }
        return text;
      },
    };
  };
  return { ...started, open };
}

test('what happened comes at once, what happens comes as it happens', async () => {
  const { open, hermes } = await openStream();
  const stream = await open();
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await stream.until('您好')).toContain('id: 1\nevent: reply\ndata: {"id":1,');
  hermes.push('session-1', '报告已发送\n请查收');
  expect(await stream.until('请查收')).toContain('"push":true');
});

test('a stream goes on after Last-Event-ID, which wins over ?after', async () => {
  const { open, hermes } = await openStream();
  hermes.push('session-1', 'two');
  hermes.push('session-1', 'three');
  const stream = await open('?after=0', { 'last-event-id': '2' });
  const text = await stream.until('three');
  expect(text).not.toContain('two');
  expect((await (await open('?after=1')).until('three')).includes('您好')).toBe(false);
});

test('more than one batch arrives whole and in order', async () => {
  const { open, hermes } = await openStream();
  for (let index = 2; index <= 180; index += 1) hermes.push('session-1', `<${index}>`);
  const text = await (await open()).until('<180>');
  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(ids).toEqual(Array.from({ length: 180 }, (_, index) => index + 1));
});

test('a quiet stream gets comments', async () => {
  const { open } = await openStream({ limits: { heartbeatMs: 30 } });
  expect(await (await open()).until(': still here')).toContain(': still here');
});

test('a client that leaves is forgotten', async () => {
  const { open, hermes } = await openStream();
  const stream = await open();
  await stream.until('您好');
  expect(hermes.listeners('session-1')).toBe(1);
  stream.stop();
  await vi.waitFor(() => expect(hermes.listeners('session-1')).toBe(0));
});

test('streams end when the server stops', async () => {
  const { open, hermes, server } = await openStream();
  const stream = await open();
  await stream.until('您好');
  const startedAt = performance.now();
  await Promise.all([server.stop(5_000), stream.until('never')]);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(hermes.listeners('session-1')).toBe(0);
});

test('only so many streams are open at a time, and an ended one makes room', async () => {
  const { open, ask } = await openStream({ limits: { streams: 1 } });
  const stream = await open();
  expect((await ask('/sessions/session-1/events')).status).toBe(429);
  stream.stop();
  await vi.waitFor(async () => expect((await open()).answer.status).toBe(200));
  expect((await ask('/sessions/none/events')).status).toBe(429);
});

test('one user cannot take the places of all', async () => {
  const { open, ask } = await openStream({ limits: { streamsOfUser: 1 } });
  await open();
  expect((await ask('/sessions/session-1/events')).status).toBe(429);
  const other = await ask('/sessions/session-1/events', { headers: { 'x-hermes-user': 'other' } });
  expect(other.status).toBe(404);
});

test('a reader that stops reading is dropped, and holds no queue', async () => {
  const { hermes, server } = await openStream({ limits: { idleMs: 300, heartbeatMs: 50 } });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /sessions/session-1/events HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(hermes.listeners('session-1')).toBe(1));
  socket.pause();
  for (let index = 0; index < 200; index += 1) hermes.push('session-1', 'x'.repeat(100_000));
  await vi.waitFor(() => expect(hermes.listeners('session-1')).toBe(0), { timeout: 5_000 });
  socket.destroy();
});
