import { fileURLToPath } from 'node:url';
import type { JsonValue } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { createRegistry, createSecretSource, loadContracts, type ToolOutcome } from '@hermes-agent/tools';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openApiDocument } from '../demo/order-centre/openapi.ts';
import { type Client, EXCHANGE, RETURN, startClient } from './order-centre-client.ts';

const agent = fileURLToPath(new URL('..', import.meta.url));
const contracts = await loadContracts(agent);

interface Tools {
  readonly client: Client;
  call(tool: string, input: JsonValue, more?: { key?: string; timeoutMs?: number }): Promise<ToolOutcome>;
}

/** The agent's own contracts, called against a running order centre. */
async function startTools(token?: string): Promise<Tools> {
  const client = await startClient();
  const registry = createRegistry({
    contracts,
    servers: { order_centre: client.centre.url },
    secrets: createSecretSource({ 'order_centre/token': { value: token ?? client.centre.token } }),
  });
  onTestFinished(() => registry.close());
  return {
    client,
    call: (tool, input, { key = 'request/1', timeoutMs = 5_000 } = {}) =>
      registry.call(
        {
          tool,
          version: '1.0.0',
          input,
          requestId: key,
          attempt: 1,
          idempotencyKey: key,
          timeoutMs,
          sessionId: 'session',
          subject: 'user',
          tenant: 'local',
        },
        new AbortController().signal,
      ),
  };
}

describe('each tool, against the order centre', () => {
  test('an order and its parcel', async () => {
    const { call } = await startTools();
    expect(await call('get_order', { order_id: 'ORD-87654321', locale: 'zh' })).toMatchObject({
      ok: true,
      output: { status: 'unshipped', total_cents: 129_900, currency: 'CNY' },
    });
    for (const order_id of ['ORD-87654321', 'ORD-20000007', 'ORD-12345678', 'ORD-20000028']) {
      expect(await call('get_logistics', { order_id, locale: 'en' })).toMatchObject({ ok: true });
    }
  });

  test('a return: created, sent again, found by its key, cancelled', async () => {
    const { call } = await startTools();
    const created = await call('create_return', RETURN);
    expect(created).toMatchObject({ ok: true, output: { status: 'created', refund_cents: 45_900 } });
    if (!created.ok) return;
    expect(await call('create_return', RETURN)).toMatchObject({ output: created.output });
    const { return_id } = created.output as { return_id: string };
    expect(await call('find_return', { key: 'request/1' })).toMatchObject({
      output: { found: true, return_id },
    });
    expect(await call('find_return', { key: 'request/2' })).toMatchObject({ output: { found: false } });
    expect(await call('cancel_return', { return_id })).toMatchObject({ output: { status: 'cancelled' } });
  });

  test('an exchange: created, found by its key, cancelled', async () => {
    const { call } = await startTools();
    const created = await call('create_exchange', EXCHANGE);
    expect(created).toMatchObject({ ok: true, output: { category: 'shoes', status: 'created' } });
    if (!created.ok) return;
    const { exchange_id } = created.output as { exchange_id: string };
    expect(await call('find_exchange', { key: 'request/1' })).toMatchObject({
      output: { found: true, exchange_id },
    });
    expect(await call('cancel_exchange', { exchange_id })).toMatchObject({ output: { status: 'cancelled' } });
  });

  test('an answer lost after the commit: the same key gives the same return', async () => {
    const { client, call } = await startTools();
    client.faults.add({ kind: 'drop_after_commit', times: 1, method: 'POST' });
    expect(await call('create_return', RETURN)).toMatchObject({ ok: false, effect: 'maybe' });
    const found = await call('find_return', { key: 'request/1' });
    expect(found).toMatchObject({ ok: true, output: { found: true } });
    expect(await call('create_return', RETURN)).toMatchObject({
      output: { return_id: found.ok ? (found.output as { return_id: string }).return_id : '' },
    });
  });

  test('a status turned null is a violation of the contract, and never a success', async () => {
    const { client, call } = await startTools();
    client.faults.add({ kind: 'null_status', times: 1 });
    expect(await call('create_return', RETURN)).toMatchObject({ ok: false, code: 'CONTRACT_VIOLATION' });
  });

  test('an attempt ends after 3 s', async () => {
    const { client, call } = await startTools();
    client.faults.add({ kind: 'latency', times: 1, latencyMs: 6_000 });
    const started = performance.now();
    const outcome = await call('get_order', { order_id: 'ORD-87654321' }, { timeoutMs: 8_000 });
    expect(outcome).toMatchObject({ ok: false, code: 'EXECUTE_TIMEOUT' });
    expect(performance.now() - started).toBeLessThan(3_500);
  });

  test('what is no order number never reaches the order centre', async () => {
    const { call } = await startTools();
    const outcome = await call('get_order', { order_id: "ORD-87654321'; DROP TABLE orders; --" });
    expect(outcome).toMatchObject({ ok: false, code: 'VALIDATION_FAILED', effect: 'none' });
  });
});

describe('error codes', () => {
  verifies('G5');

  test.each([
    ['ORDER_NOT_FOUND', 'ORD-99999999'],
    ['ORDER_NOT_SHIPPED', 'ORD-20000001'],
    ['ORDER_NOT_DELIVERED', 'ORD-20000007'],
    ['ORDER_CANCELLED', 'ORD-20000028'],
    ['RETURN_WINDOW_CLOSED', 'ORD-20000023'],
  ])('%s, and nothing has happened', async (code, order_id) => {
    const { call } = await startTools();
    expect(await call('create_return', { ...RETURN, order_id })).toMatchObject({
      ok: false,
      code,
      retryable: false,
      effect: 'none',
    });
    expect(await call('create_exchange', { ...EXCHANGE, order_id })).toMatchObject({ ok: false, code });
  });

  test('ALREADY_RETURNED and IDEMPOTENCY_CONFLICT', async () => {
    const { call } = await startTools();
    await call('create_return', RETURN);
    const second = await call('create_return', RETURN, { key: 'request/2' });
    expect(second).toMatchObject({ code: 'ALREADY_RETURNED', effect: 'none' });
    const other = await call('create_return', { ...RETURN, reason: 'quality' });
    expect(other).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', retryable: false });
  });

  test.each([
    ['unavailable', 'SERVICE_UNAVAILABLE'],
    ['rate_limited', 'RATE_LIMITED'],
  ] as const)('%s may be tried again, when the answer says', async (kind, code) => {
    const { client, call } = await startTools();
    client.faults.add({ kind, times: 1 });
    const outcome = await call('get_order', { order_id: 'ORD-87654321' });
    expect(outcome).toMatchObject({ ok: false, code, retryable: true, retryAfterMs: 1_000 });
  });

  test('a wrong credential is not worth trying again', async () => {
    const { call } = await startTools('wrong');
    const outcome = await call('get_order', { order_id: 'ORD-87654321' });
    expect(outcome).toMatchObject({ code: 'UNAUTHORIZED_UPSTREAM', retryable: false, effect: 'none' });
  });

  test('every code that the OpenAPI document names for an operation has its place in the contract', () => {
    const renamed: Readonly<Record<string, string>> = { UNAUTHORIZED: 'UNAUTHORIZED_UPSTREAM' };
    // The platform's own: a 500 and a body too large are what its table says of any service.
    const general = new Set(['INTERNAL', 'PAYLOAD_TOO_LARGE']);
    const paths = openApiDocument.paths as Record<
      string,
      Record<string, { responses: Record<string, object> }>
    >;
    let checked = 0;
    for (const { name, binding, errorCodes } of contracts) {
      if (binding?.kind !== 'http') throw new Error(`${name} is not bound to HTTP`);
      const operation = paths[binding.http.path]![binding.http.method.toLowerCase()]!;
      const documented = Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([, response]) => codesOf(response))
        .filter((code) => !general.has(code));
      const declared = errorCodes.map(({ code }) => code);
      for (const code of documented) {
        expect(declared, `${name} knows ${code}`).toContain(renamed[code] ?? code);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(40);
  });
});

/** The `enum` of error codes inside a documented error response. */
function codesOf(response: object): string[] {
  const codes: string[] = [];
  JSON.stringify(response, (key, value) => {
    if (key === 'enum') codes.push(...value);
    return value;
  });
  return codes;
}
