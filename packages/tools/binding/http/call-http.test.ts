import { describe, expect, test } from 'vitest';
import { call, json, read, registryOf, serve, write } from '../../testing/http-tool.ts';

describe('T11 redirects', () => {
  const auth = `auth: { scheme: header, name: X-API-Key, secret_ref: 'secret://api/token' }`;

  test('of a read stay on its origin', async () => {
    const server = await serve((response, url) => {
      if (url === '/x') response.writeHead(302, { location: '/y?z=1' }).end();
      else json(response, '{"total":1}');
    });
    expect(await call(registryOf(read('', auth), server.url))).toMatchObject({ ok: true });
    expect(server.requests.map(({ url }) => url)).toEqual(['/x', '/y?z=1']);
    expect(server.requests[1]?.headers['x-api-key']).toBe('sesame');
  });

  test('never reach another origin, with or without credentials', async () => {
    const other = await serve((response) => json(response, '{"total":1}'));
    for (const location of [
      `${other.url}/`,
      other.url.replace('http:', ''),
      other.url.replace('127.0.0.1', 'localhost'),
      'https://127.0.0.1/',
      'http://user:password@127.0.0.1:1/',
      'file:///etc/passwd',
      'http://[',
    ]) {
      const server = await serve((response) => response.writeHead(302, { location }).end());
      expect(await call(registryOf(read('', auth), server.url))).toMatchObject({
        code: 'EGRESS_DENIED',
        effect: 'none',
      });
    }
    expect(other.requests).toHaveLength(0);
  });

  test.each([301, 302, 303, 307, 308])('of a write (%i) are not followed', async (status) => {
    const server = await serve((response) => response.writeHead(status, { location: '/y' }).end());
    expect(await call(registryOf(write(), server.url))).toMatchObject({
      code: 'CONTRACT_VIOLATION',
      effect: 'maybe',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('are off where the contract says so, and have an end', async () => {
    const server = await serve((response) => response.writeHead(302, { location: '/x' }).end());
    expect(await call(registryOf(read('redirects: none'), server.url))).toMatchObject({
      code: 'CONTRACT_VIOLATION',
    });
    expect(server.requests).toHaveLength(1);
    expect(await call(registryOf(read(''), server.url))).toMatchObject({
      code: 'CONTRACT_VIOLATION',
      details: { observed: 'more' },
    });
    expect(server.requests).toHaveLength(7);
  });
});
