import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { JsonValue } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import type { ToolCall } from '../../call/call.ts';
import { parseContract } from '../../contract/load-contracts.ts';
import { createRegistry, type ToolRegistry } from '../../registry.ts';
import { createSecretSource } from '../../secret/source.ts';
import { startServer, type TestServer } from '../../testing/http-server.ts';
import { never, toolCall } from '../../testing/tool-call.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(
  answer: (response: ServerResponse, url: string, count: number) => void,
): Promise<TestServer> {
  let count = 0;
  const server = await startServer((request, response) => {
    count += 1;
    answer(response, request.url ?? '', count);
  });
  closing.push(server.close);
  return server;
}

function registryOf(contract: string, url: string): ToolRegistry {
  const registry = createRegistry({
    contracts: [parseContract(contract, 'contract.yaml')],
    servers: { api: url },
    secrets: createSecretSource({ 'api/token': { value: 'sesame' } }),
  });
  closing.push(registry.close);
  return registry;
}

const json = (response: ServerResponse, body: string | Uint8Array, status = 200, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
};

const read = (http: string, more = ''): string => `
name: read
version: 1.0.0
description: A read
input_schema: { type: object, properties: { id: { type: string } } }
output_schema: { type: object, required: [total], properties: { total: { type: integer } } }
error_codes: [{ code: ORDER_NOT_FOUND, description: There is no such order }, { code: QUOTA, description: Used up, retryable: true }]
binding: { http: { method: GET, server: api, path: /x, parameters: [{ name: id, in: query }], ${http} } }
${more}`;

const write = (http = '', more = ''): string => `
name: write
version: 1.0.0
description: A write
input_schema: { type: object, properties: { id: { type: string }, query: { type: object, additionalProperties: { type: string } } } }
output_schema: { type: object, properties: { id: { type: string } } }
binding: { http: { method: POST, server: api, path: /x, body: json, ${http} } }
${more}`;

const call = (registry: ToolRegistry, input: JsonValue = {}, more: Partial<ToolCall> = {}) =>
  registry.call(toolCall(registry.contracts[0]!.name, input, more), never());

describe('what is sent', () => {
  test('T05 declared arguments and nothing of the envelope but what the contract names', async () => {
    verifies('T11');
    const server = await serve((response) => json(response, '{}'));
    const contract = write(
      '',
      `idempotency: { header: Idempotency-Key }\nauth: { scheme: bearer, secret_ref: 'secret://api/token' }`,
    );
    await call(
      registryOf(contract, server.url),
      { id: '1' },
      { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    );
    const [request] = server.requests;
    expect(request?.body).toBe('{"id":"1"}');
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sesame',
      'idempotency-key': toolCall('write', {}).idempotencyKey,
      'content-type': 'application/json',
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
    });
    expect(JSON.stringify(request)).not.toMatch(/session|subject|tenant/);
  });

  test('T04 a free-form object reaches the other side as it was given', async () => {
    const server = await serve((response) => json(response, '{}'));
    await call(registryOf(write(), server.url), { query: { kind: 'Component', z: '', a: '中' } });
    expect(server.requests[0]?.body).toBe('{"query":{"kind":"Component","z":"","a":"中"}}');
  });

  test('values are encoded where they stand, and cannot leave their place', async () => {
    const server = await serve((response) => json(response, '{}'));
    const contract = `
name: place
version: 1.0.0
description: Places
input_schema: { type: object, required: [id], properties: { id: { type: string }, tags: { type: array, items: { type: string } }, page: { type: integer }, trace: { type: string }, note: { type: [string, 'null'] } } }
output_schema: {}
binding:
  http:
    method: PUT
    server: api
    path: /a/{id}/b
    parameters: [{ name: id, in: path }, { name: tag, in: query, from: /tags }, { name: page, in: query }, { name: X-Trace, in: header, from: /trace }, { name: note, in: query }]
`;
    const registry = registryOf(contract, `${server.url}/base/`);
    await call(registry, { id: '../x?y=/#中$&', tags: ['a b', 'c&d'], page: 2, trace: 'ok' });
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      url: '/base/a/..%2Fx%3Fy%3D%2F%23%E4%B8%AD%24%26/b?tag=a+b&tag=c%26d&page=2',
      body: '',
    });
    expect(server.requests[0]?.headers['x-trace']).toBe('ok');
    for (const input of [
      { id: '..' },
      { id: '.' },
      { id: '' },
      { id: 'x', trace: 'a\r\nb: c' },
      { id: 'x', note: null },
    ]) {
      expect(await call(registry, input)).toMatchObject({
        ok: false,
        code: 'VALIDATION_FAILED',
        effect: 'none',
      });
    }
    expect(server.requests).toHaveLength(1);
  });

  test('nothing when the input breaks the contract, the secret is missing or the server has no address', async () => {
    verifies('T2');
    const server = await serve((response) => json(response, '{}'));
    expect(await call(registryOf(read(''), server.url), { id: 5 })).toMatchObject({
      code: 'VALIDATION_FAILED',
      retryable: false,
      details: { pointer: '/id', expected: 'string', observed: 'integer' },
    });
    const secret = registryOf(
      read('', `auth: { scheme: header, name: X-Key, secret_ref: 'secret://api/other' }`),
      server.url,
    );
    expect(await call(secret)).toMatchObject({ code: 'SECRET_MISSING', effect: 'none' });
    const broken = createRegistry({
      contracts: secret.contracts,
      servers: { api: server.url },
      secrets: createSecretSource({ 'api/other': { value: 'a\r\nx-injected: 1' } }),
    });
    closing.push(broken.close);
    expect(await call(broken)).toMatchObject({ code: 'SECRET_MISSING', effect: 'none' });
    expect(await call(registryOf(read(''), 'nowhere'))).toMatchObject({ code: 'NOT_CONFIGURED' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('what comes back', () => {
  const answered = async (answer: (response: ServerResponse) => void, contract = read('')) => {
    const server = await serve(answer);
    return call(registryOf(contract, server.url));
  };
  const violation = (details: object) => ({
    ok: false,
    code: 'CONTRACT_VIOLATION',
    retryable: false,
    details,
  });

  test('"100" for 100 breaks the contract', async () => {
    verifies('T3', 'T4');
    expect(await answered((response) => json(response, '{"total":"100"}'))).toMatchObject(
      violation({ pointer: '/total', expected: 'integer', observed: 'string' }),
    );
    expect(await answered((response) => json(response, '{"total":null}'))).toMatchObject(
      violation({ pointer: '/total', expected: 'integer', observed: 'null' }),
    );
    expect(await answered((response) => json(response, '{}'))).toMatchObject(
      violation({ pointer: '/total', observed: 'missing' }),
    );
  });

  test('a page of HTML under 200 breaks the contract', async () => {
    verifies('T3');
    const html = (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<html>busy</html>');
    };
    expect(await answered(html)).toMatchObject(
      violation({ expected: 'application/json', observed: 'text/html' }),
    );
    expect(await answered((response) => json(response, '<html>'))).toMatchObject(
      violation({ keyword: 'body' }),
    );
    expect(await answered((response) => response.end('{"total":1}'))).toMatchObject(
      violation({ observed: 'no media type' }),
    );
  });

  test('T02 null where it is declared stays null', async () => {
    const contract = read('').replace(
      'total: { type: integer }',
      "total: { type: integer }, closedAt: { type: [string, 'null'] }",
    );
    expect(
      await answered((response) => json(response, '{"total":1,"closedAt":null}'), contract),
    ).toMatchObject({
      ok: true,
      output: { total: 1, closedAt: null },
    });
  });

  test('an id beyond 2^53 is refused where it is declared and no trouble where it is not', async () => {
    expect(await answered((response) => json(response, '{"total":12345678901234567890}'))).toMatchObject(
      violation({ pointer: '/total', observed: 'integer beyond 2^53' }),
    );
    expect(
      await answered((response) => json(response, '{"total":1,"snowflake":12345678901234567890}')),
    ).toMatchObject({
      ok: true,
      output: { total: 1 },
    });
  });

  test('a body in another charset or with broken UTF-8 is not guessed at', async () => {
    expect(
      await answered((response) => json(response, Buffer.from('{"total":1,"name":"é"}', 'latin1'))),
    ).toMatchObject(violation({ keyword: 'body' }));
  });

  describe('T07 empty bodies', () => {
    const empty = (status: number) => (response: ServerResponse) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end();
    };
    test.each([204, 200])(
      '%i breaks a contract that does not declare it; the write may have happened',
      async (status) => {
        expect(await answered(empty(status), write())).toMatchObject({
          ok: false,
          code: 'CONTRACT_VIOLATION',
          effect: 'maybe',
          retryable: false,
        });
      },
    );
    test.each([204, 200])('%i is the output that was declared for it', async (status) => {
      expect(await answered(empty(status), write('response: { empty_as: {} }'))).toMatchObject({
        ok: true,
        output: {},
      });
    });
    test('a 204 that carries a body all the same does not disturb the next call', async () => {
      const sockets = new Set<Socket>();
      const raw = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n{}'));
      });
      await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
      closing.push(async () => {
        for (const socket of sockets) socket.destroy();
        raw.close();
      });
      const { port } = raw.address() as { port: number };
      const registry = registryOf(write('response: { empty_as: {} }'), `http://127.0.0.1:${port}`);
      expect(await call(registry)).toMatchObject({ ok: true, output: {} });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await call(registry)).toMatchObject({ ok: true, output: {} });
    });
  });

  describe('T19 encodings', () => {
    const body = '{"total":7}';
    test.each([
      ['gzip', gzipSync(body)],
      ['deflate', deflateSync(body)],
      ['deflate', deflateRawSync(body)],
      ['br', brotliCompressSync(body)],
      ['identity', Buffer.from(body)],
      ['gzip, br', brotliCompressSync(gzipSync(body))],
    ])('%s is undone', async (encoding, bytes) => {
      expect(
        await answered((response) => json(response, bytes, 200, { 'content-encoding': encoding })),
      ).toMatchObject({
        ok: true,
        output: { total: 7 },
      });
    });

    const bomb = Buffer.alloc(64 * 1024 * 1024, 32);
    test.each([
      ['gzip', gzipSync(bomb)],
      ['deflate', deflateSync(bomb)],
      ['br', brotliCompressSync(bomb)],
    ])('a %s bomb stops at the cap', async (encoding, bytes) => {
      expect(bytes.length).toBeLessThan(100_000);
      const before = process.memoryUsage().arrayBuffers;
      expect(
        await answered((response) => json(response, bytes, 200, { 'content-encoding': encoding })),
      ).toMatchObject(violation({ keyword: 'encoding', observed: 'more' }));
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    });

    test('a plain body stops at the cap too', async () => {
      expect(
        await answered(
          (response) => json(response, `{"total":1,"x":"${'x'.repeat(2000)}"}`),
          read('max_bytes: 1000'),
        ),
      ).toMatchObject(violation({ keyword: 'max_bytes' }));
    });

    test.each([
      ['a truncated stream', brotliCompressSync('{"total":1234567}').subarray(0, 12), 'br'],
      ['an encoding nobody knows', Buffer.from(body), 'zstd-like'],
      ['three layers', gzipSync(gzipSync(gzipSync(body))), 'gzip, gzip, gzip'],
    ])('%s breaks the contract', async (_name, bytes, encoding) => {
      expect(
        await answered((response) => json(response, bytes, 200, { 'content-encoding': encoding })),
      ).toMatchObject(violation({ keyword: 'encoding' }));
    });

    test('gzip without its header is named', async () => {
      expect(await answered((response) => json(response, gzipSync(body)))).toMatchObject(
        violation({ observed: 'gzip bytes without Content-Encoding' }),
      );
    });
  });
});

describe('errors of the other side', () => {
  const rules = `
errors:
  - { status: 404, code: ORDER_NOT_FOUND }
  - { status: 429, code: RATE_LIMITED, retry_after: header }
  - { header: { name: X-Quota, equals: exceeded }, code: QUOTA }
  - { when: { pointer: /ok, equals: false }, code_from: /error }
  - { status: 5xx, when: { pointer: /maintenance }, code: QUOTA, effect: none }
`;
  const failed = async (answer: (response: ServerResponse) => void, contract = read('', rules)) => {
    const server = await serve(answer);
    return call(registryOf(contract, server.url));
  };

  test('are mapped by status, header and body, a 200 with an error in it too', async () => {
    verifies('T11');
    expect(await failed((response) => json(response, '{"any":"thing"}', 404))).toMatchObject({
      code: 'ORDER_NOT_FOUND',
      message: 'There is no such order',
      retryable: false,
      effect: 'none',
    });
    expect(
      await failed((response) => json(response, '{"total":1}', 200, { 'x-quota': 'exceeded' })),
    ).toMatchObject({
      code: 'QUOTA',
      retryable: true,
    });
    expect(await failed((response) => json(response, '{"ok":false,"error":"QUOTA"}'))).toMatchObject({
      code: 'QUOTA',
    });
    expect(await failed((response) => json(response, '{"maintenance":true}', 500))).toMatchObject({
      code: 'QUOTA',
    });
  });

  test('T16 have their own form: the output schema is not applied to them, and always to a success', async () => {
    expect(
      await failed((response) => json(response, '{"ok":false,"error":"QUOTA","total":"12"}')),
    ).toMatchObject({ code: 'QUOTA' });
    const drifted = await failed((response) => json(response, '{"total":"12 secret"}'));
    expect(drifted).toMatchObject({ code: 'CONTRACT_VIOLATION', details: { pointer: '/total' } });
    expect(JSON.stringify(drifted)).not.toContain('secret');
  });

  test('a code of theirs that the contract does not declare breaks it', async () => {
    expect(await failed((response) => json(response, '{"ok":false,"error":"BRAND_NEW"}'))).toMatchObject({
      code: 'CONTRACT_VIOLATION',
      details: { pointer: '/error', expected: 'a declared error code' },
    });
  });

  test('T09 Retry-After is handed on', async () => {
    expect(await failed((response) => json(response, '{}', 429, { 'retry-after': '7' }))).toMatchObject({
      code: 'RATE_LIMITED',
      retryable: true,
      retryAfterMs: 7000,
    });
  });

  test.each([
    [400, 'CONTRACT_VIOLATION', 'none', false],
    [429, 'RATE_LIMITED', 'none', true],
    [500, 'SERVICE_UNAVAILABLE', 'maybe', true],
    [502, 'SERVICE_UNAVAILABLE', 'maybe', true],
    [503, 'SERVICE_UNAVAILABLE', 'none', true],
    [504, 'SERVICE_UNAVAILABLE', 'maybe', true],
  ])('an undeclared %i of a write is %s, effect %s', async (status, code, effect, retryable) => {
    expect(await failed((response) => json(response, '{}', status), write())).toMatchObject({
      code,
      effect,
      retryable,
    });
  });
});

describe('when there is no answer', () => {
  test('nobody listens: nothing was sent', async () => {
    const server = await serve(() => {});
    await closing.pop()!();
    expect(await call(registryOf(write(), server.url))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      effect: 'none',
      retryable: true,
    });
  });

  test('the registry has been closed: nothing was sent', async () => {
    const server = await serve((response) => json(response, '{}'));
    const registry = registryOf(write(), server.url);
    await registry.close();
    expect(await call(registry)).toMatchObject({ ok: false, code: 'SERVICE_UNAVAILABLE', effect: 'none' });
    expect(server.requests).toHaveLength(0);
  });

  test('the connection breaks after sending: a write may have happened, a read has not', async () => {
    const server = await serve((response) => response.socket?.destroy());
    expect(await call(registryOf(write(), server.url))).toMatchObject({
      code: 'CONNECTION_LOST',
      effect: 'maybe',
    });
    expect(await call(registryOf(read(''), server.url))).toMatchObject({
      code: 'CONNECTION_LOST',
      effect: 'none',
    });
  });

  test('the connection breaks in the middle of the answer', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"total":');
      setTimeout(() => response.socket?.destroy(), 10);
    });
    expect(await call(registryOf(write(), server.url))).toMatchObject({
      code: 'CONNECTION_LOST',
      effect: 'maybe',
    });
  });

  test('the time is over: a write may have happened, a read has not', async () => {
    const server = await serve(() => {});
    expect(await call(registryOf(write(), server.url), {}, { timeoutMs: 80 })).toMatchObject({
      code: 'EXECUTE_TIMEOUT',
      effect: 'maybe',
      retryable: false,
    });
    expect(await call(registryOf(read(''), server.url), {}, { timeoutMs: 80 })).toMatchObject({
      code: 'EXECUTE_TIMEOUT',
      effect: 'none',
    });
  });

  test('an answer that drips for ever is ended by the same time', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    const outcome = await call(registryOf(read(''), server.url), {}, { timeoutMs: 100 });
    expect(outcome).toMatchObject({ code: 'EXECUTE_TIMEOUT' });
    expect(outcome.executionTimeMs).toBeLessThan(1000);
  });

  test("the contract's own limit counts when it is the shorter one", async () => {
    const server = await serve(() => {});
    const outcome = await call(
      registryOf(read('', 'limits: { timeout_ms: 100 }'), server.url),
      {},
      { timeoutMs: 10_000 },
    );
    expect(outcome).toMatchObject({ code: 'EXECUTE_TIMEOUT' });
  });

  test('the caller gives up', async () => {
    const server = await serve(() => {});
    const registry = registryOf(write(), server.url);
    const controller = new AbortController();
    const outcome = registry.call(toolCall('write', {}), controller.signal);
    setTimeout(() => controller.abort(new Error('enough')), 30);
    expect(await outcome).toMatchObject({ code: 'CANCELLED', effect: 'maybe' });
    expect(await registry.call(toolCall('write', {}), controller.signal)).toMatchObject({
      code: 'CANCELLED',
      effect: 'none',
    });
    expect(server.requests).toHaveLength(1);
  });
});

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
