import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';

/** `fetch` sets Host itself, so these go by `node:http`. */
const statusWith = (port: number, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/agents', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    })
      .on('error', reject)
      .end();
  });

describe('names', () => {
  test.each([
    ['localhost:7070', 200],
    ['127.0.0.1:9999', 200],
    ['[::1]:7070', 200],
    ['hermes.example:7070', 200],
    ['evil.example', 403],
    ['localhost.evil.example:7070', 403],
    ['127.0.0.1.evil.example', 403],
  ])('Host %s gets %d', async (host, status) => {
    const { server } = await startFake({ allowedHosts: ['Hermes.example'] });
    expect(await statusWith(server.port, { host })).toBe(status);
  });
});

test('a page of another origin is refused, the own console is not', async () => {
  const { server } = await startFake();
  const host = `127.0.0.1:${server.port}`;
  expect(await statusWith(server.port, { host, origin: `http://${host}` })).toBe(200);
  for (const origin of ['http://evil.example', 'null', `http://127.0.0.1:${server.port + 1}`]) {
    expect(await statusWith(server.port, { host, origin })).toBe(403);
  }
});
