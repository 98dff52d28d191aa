import { describe, expect, test } from 'vitest';
import { call, json, read, registryOf, serve, write } from '../../testing/http-tool.ts';
import { toolCall } from '../../testing/tool-call.ts';

describe('when there is no answer', () => {
  test('nobody listens: nothing was sent', async () => {
    const server = await serve(() => {});
    await server.close();
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
