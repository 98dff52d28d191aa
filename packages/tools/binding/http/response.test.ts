import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { verifies } from '@hermes-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answered, call, json, read, registryOf, write } from '../../testing/http-tool.ts';

describe('what comes back', () => {
  const answeredBy = (answer: (response: ServerResponse) => void, contract = read('')) =>
    answered(answer, contract);
  const violation = (details: object) => ({
    ok: false,
    code: 'CONTRACT_VIOLATION',
    retryable: false,
    details,
  });

  test('"100" for 100 breaks the contract', async () => {
    verifies('T3', 'T4');
    expect(await answeredBy((response) => json(response, '{"total":"100"}'))).toMatchObject(
      violation({ pointer: '/total', expected: 'integer', observed: 'string' }),
    );
    expect(await answeredBy((response) => json(response, '{"total":null}'))).toMatchObject(
      violation({ pointer: '/total', expected: 'integer', observed: 'null' }),
    );
    expect(await answeredBy((response) => json(response, '{}'))).toMatchObject(
      violation({ pointer: '/total', observed: 'missing' }),
    );
  });

  test('a page of HTML under 200 breaks the contract', async () => {
    verifies('T3');
    const html = (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<html>busy</html>');
    };
    expect(await answeredBy(html)).toMatchObject(
      violation({ expected: 'application/json', observed: 'text/html' }),
    );
    expect(await answeredBy((response) => json(response, '<html>'))).toMatchObject(
      violation({ keyword: 'body' }),
    );
    expect(await answeredBy((response) => response.end('{"total":1}'))).toMatchObject(
      violation({ observed: 'no media type' }),
    );
  });

  test('T02 null where it is declared stays null', async () => {
    const contract = read('').replace(
      'total: { type: integer }',
      "total: { type: integer }, closedAt: { type: [string, 'null'] }",
    );
    expect(
      await answeredBy((response) => json(response, '{"total":1,"closedAt":null}'), contract),
    ).toMatchObject({
      ok: true,
      output: { total: 1, closedAt: null },
    });
  });

  test('an id beyond 2^53 is refused where it is declared and no trouble where it is not', async () => {
    expect(await answeredBy((response) => json(response, '{"total":12345678901234567890}'))).toMatchObject(
      violation({ pointer: '/total', observed: 'integer beyond 2^53' }),
    );
    expect(
      await answeredBy((response) => json(response, '{"total":1,"snowflake":12345678901234567890}')),
    ).toMatchObject({
      ok: true,
      output: { total: 1 },
    });
  });

  test('a body in another charset or with broken UTF-8 is not guessed at', async () => {
    expect(
      await answeredBy((response) => json(response, Buffer.from('{"total":1,"name":"é"}', 'latin1'))),
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
        expect(await answeredBy(empty(status), write())).toMatchObject({
          ok: false,
          code: 'CONTRACT_VIOLATION',
          effect: 'maybe',
          retryable: false,
        });
      },
    );
    test.each([204, 200])('%i is the output that was declared for it', async (status) => {
      expect(await answeredBy(empty(status), write('response: { empty_as: {} }'))).toMatchObject({
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
      onTestFinished(async () => {
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
        await answeredBy((response) => json(response, bytes, 200, { 'content-encoding': encoding })),
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
        await answeredBy((response) => json(response, bytes, 200, { 'content-encoding': encoding })),
      ).toMatchObject(violation({ keyword: 'encoding', observed: 'more' }));
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    });

    test('a plain body stops at the cap too', async () => {
      expect(
        await answeredBy(
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
        await answeredBy((response) => json(response, bytes, 200, { 'content-encoding': encoding })),
      ).toMatchObject(violation({ keyword: 'encoding' }));
    });

    test('gzip without its header is named', async () => {
      expect(await answeredBy((response) => json(response, gzipSync(body)))).toMatchObject(
        violation({ observed: 'gzip bytes without Content-Encoding' }),
      );
    });
  });
});
