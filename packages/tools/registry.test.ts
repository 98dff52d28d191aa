import { createTracer, type Logger, type SpanRecord, systemClock } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { parseContract } from './contract/load-contracts.ts';
import { createRegistry } from './registry.ts';
import { startServer } from './testing/http-server.ts';
import { never, toolCall } from './testing/tool-call.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const orders = parseContract(
  `
name: get_order
version: 1.3.0
description: An order
input_schema: { type: object, required: [id], properties: { id: { type: string, pattern: '^ORD-[0-9]{8}$' } } }
output_schema: { type: object, required: [status], properties: { status: { type: string }, items: { type: array, items: { type: object, properties: { n: { type: integer } } } } } }
binding: { http: { method: GET, server: orders, path: '/orders/{id}', parameters: [{ name: id, in: path }] } }
`,
  'get_order.yaml',
);
const order = toolCall('get_order', { id: 'ORD-12345678' }, { version: '1.3.0' });

async function setUp(body: string) {
  const server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const spans: SpanRecord[] = [];
  const lines: string[] = [];
  const logger: Logger = {
    debug: (message) => lines.push(message),
    info: (message) => lines.push(message),
    warn: (message) => lines.push(message),
    error: (message) => lines.push(message),
    with: () => logger,
  };
  let next = 0;
  const tracer = createTracer(systemClock, { write: (span) => spans.push(span) }, () => {
    next += 1;
    return String(next).padStart(16, '0');
  });
  const registry = createRegistry({ contracts: [orders], servers: { orders: server.url }, tracer, logger });
  closing.push(server.close, registry.close);
  return { registry, server, spans, lines };
}

describe('a lenient call', () => {
  test('passes on what breaks the contract, says how, and is no success on the trace', async () => {
    verifies('M8');
    const { registry, spans } = await setUp('{"status":null}');
    expect(await registry.call({ ...order, lenient: true }, never())).toMatchObject({
      ok: true,
      output: { status: null },
      violation: expect.stringContaining('status'),
    });
    expect(spans.find(({ name }) => name === 'TOOL_CALL')).toMatchObject({ code: 'CONTRACT_VIOLATION' });
  });
  test('is never assumed: without the flag nothing of such an output leaves', async () => {
    const { registry } = await setUp('{"status":null,"secret":"hunter2"}');
    const outcome = await registry.call(order, never());
    expect(outcome).toMatchObject({ ok: false, code: 'CONTRACT_VIOLATION' });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });
  test('passes on no answer that is not even the right kind of answer', async () => {
    const { registry } = await setUp('<html>maintenance</html>');
    expect(await registry.call({ ...order, lenient: true }, never())).toMatchObject({
      ok: false,
      code: 'CONTRACT_VIOLATION',
    });
  });
});

describe('a call', () => {
  test('gives the declared output, and counts what was not declared', async () => {
    verifies('T4');
    const { registry } = await setUp('{"status":"paid","items":[{"n":1,"x":1},{"n":2,"x":1}],"extra":null}');
    expect(await registry.call(order, never())).toEqual({
      ok: true,
      output: { status: 'paid', items: [{ n: 1 }, { n: 2 }] },
      executionTimeMs: expect.any(Number),
      sandbox: null,
    });
    expect(await registry.drift.list()).toMatchObject([
      { pointer: '/extra', keyword: 'undeclared', observed: 'null', count: 1 },
      { pointer: '/items/*/x', keyword: 'undeclared', observed: 'integer', count: 1 },
    ]);
  });

  test('shows on the trace what was expected and what was there', async () => {
    verifies('T4', 'T11');
    const { registry, spans } = await setUp('{"status":null}');
    expect(await registry.call(order, never())).toMatchObject({ ok: false, code: 'CONTRACT_VIOLATION' });
    expect(spans.map(({ name, code }) => [name, code])).toEqual([
      ['CONTRACT_VALIDATION', 'OK'],
      ['CONTRACT_VALIDATION', 'CONTRACT_VIOLATION'],
      ['TOOL_CALL', 'CONTRACT_VIOLATION'],
    ]);
    const [, validation, whole] = spans;
    expect(validation).toMatchObject({
      layer: 'tools',
      requestId: order.requestId.split('/')[0],
      sessionId: 'session',
      parentSpanId: whole?.spanId,
      attributes: { side: 'output', pointer: '/status', expected: 'string', observed: 'null' },
    });
    expect(whole?.attributes).toMatchObject({
      step: order.requestId,
      contract: orders.id,
      binding: 'http',
      attempt: 1,
    });
    expect(await registry.drift.list()).toMatchObject([
      {
        tool: 'get_order',
        version: '1.3.0',
        pointer: '/status',
        keyword: 'type',
        observed: 'null',
        count: 1,
      },
    ]);
  });

  test('with an input that breaks the contract ends before anything is sent', async () => {
    verifies('T2', 'T5');
    const { registry, server, spans } = await setUp('{"status":"paid"}');
    const hostile = { ...order, input: { id: 'ORD-12345678; DROP TABLE users; --' } };
    const outcome = await registry.call(hostile, never());
    expect(outcome).toMatchObject({ ok: false, code: 'VALIDATION_FAILED', effect: 'none', retryable: false });
    expect(JSON.stringify([outcome, spans])).not.toContain('DROP TABLE');
    expect(server.requests).toHaveLength(0);
    expect(await registry.drift.list()).toEqual([]);
  });

  test('of an unknown tool or version is refused', async () => {
    const { registry } = await setUp('{}');
    expect(await registry.call({ ...order, version: '1.3.1' }, never())).toMatchObject({
      code: 'TOOL_UNKNOWN',
    });
    expect(await registry.call({ ...order, tool: '__proto__' }, never())).toMatchObject({
      code: 'TOOL_UNKNOWN',
    });
  });

  test('never throws, whatever fails inside', async () => {
    const { registry, server, lines } = await setUp('{"status":"paid","extra":1}');
    const broken = createRegistry({
      contracts: [orders],
      servers: { orders: server.url },
      drift: {
        record() {
          throw new Error('the disk is full');
        },
        list: () => Promise.resolve([]),
      },
    });
    closing.push(broken.close);
    expect(await broken.call(order, never())).toMatchObject({ ok: false, code: 'INTERNAL', effect: 'none' });
    expect(await registry.call({ ...order, input: undefined as never }, never())).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(lines).toEqual([]);
  });

  test('with a secret that cannot be read says which, and nothing of what the source said', async () => {
    const { server } = await setUp('{}');
    const answers = [
      [() => Promise.reject(new Error('the vault password is 1234')), 'SECRET_MISSING'],
      [() => new Promise<undefined>(() => {}), 'EXECUTE_TIMEOUT'],
    ] as const;
    for (const [get, code] of answers) {
      const registry = createRegistry({
        contracts: [{ ...orders, auth: { scheme: 'bearer', secret: 'a/b' } }],
        servers: { orders: server.url },
        secrets: { get },
      });
      closing.push(registry.close);
      const outcome = await registry.call({ ...order, timeoutMs: 100 }, never());
      expect(outcome).toMatchObject({ ok: false, code, effect: 'none' });
      expect(JSON.stringify(outcome)).not.toContain('1234');
    }
    expect(server.requests).toHaveLength(0);
  });
});

test('the registry holds exactly what it was given', async () => {
  verifies('T9');
  const { registry } = await setUp('{}');
  expect(registry.holds('get_order', '1.3.0', orders.hash)).toBe(true);
  expect(registry.holds('get_order', '1.3.0', '0'.repeat(64))).toBe(false);
  expect(registry.holds('get_order', '1.3.1', orders.hash)).toBe(false);
  expect(registry.resolve('get_order', '^1')).toBe(orders);
  expect(registry.resolve('get_order', '^2')).toBeUndefined();
});
