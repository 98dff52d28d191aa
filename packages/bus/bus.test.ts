import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { traceIdOf } from '@hermes-agent/core';
import { openSqlite } from '@hermes-agent/store';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestBus, type Tool } from './fixture/bus.ts';
import { failed, succeeded, unavailable } from './fixture/history.ts';
import { compensation, order, plannedStep } from './fixture/order.ts';
import { createBus, createWorker } from './index.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function open(tools: Record<string, Tool> = {}, settings = {}) {
  const on = await openTestBus(tools, settings);
  opened.push(on);
  return on;
}

test('an order is taken, run in order, and concluded with its outputs', async () => {
  verifies('M9');
  const on = await open({
    report: () => succeeded({ pdf: 'artifact-1' }),
    mail: () => succeeded({ sent: true }),
  });
  await on.startWorker();
  const plan = order([
    plannedStep('report', { effects: 'read' }),
    plannedStep('mail', { input: { file: { $output: 'report#/pdf' }, key: { $idempotency_key: 'mail' } } }),
  ]);
  expect(await on.bus.submit(plan)).toEqual({
    request_id: plan.requestId,
    scheduled_at: null,
    duplicate: false,
    display_timeout_ms: 22_000,
  });
  await on.clock.advance(10);
  expect(on.calls[1]!.input).toEqual({ file: 'artifact-1', key: `${plan.requestId}/2` });
  expect(await on.bus.conclusions({ after: 0, limit: 10 })).toMatchObject([
    {
      status: 'succeeded',
      code: null,
      failedStep: null,
      outputs: { report: { pdf: 'artifact-1' }, mail: { sent: true } },
    },
  ]);
  expect((await on.bus.messagesOf(plan.requestId)).map(({ type, sender }) => [type, sender])).toEqual([
    ['EXECUTE_REQUEST', 'conversation'],
    ['EXECUTE_ACK', 'tools'],
    ['EXECUTE_RESULT', 'tools'],
    ['EXECUTE_REQUEST', 'conversation'],
    ['EXECUTE_ACK', 'tools'],
    ['EXECUTE_RESULT', 'tools'],
  ]);
});

test('the mail server is down: what failed, what did not, and nothing goes out later', async () => {
  verifies('M3', 'M9');
  let up = false;
  const on = await open({ report: () => succeeded(), mail: () => (up ? succeeded() : unavailable) });
  await on.startWorker();
  await on.bus.submit(order([plannedStep('report', { effects: 'read' }), plannedStep('mail')]));
  await on.clock.advance(10_000);
  up = true;
  await on.clock.advance(600_000);
  expect(on.runs('mail')).toBe(3);
  expect(await on.bus.conclusions({ after: 0, limit: 10 })).toMatchObject([
    {
      status: 'failed',
      code: 'SERVICE_UNAVAILABLE',
      failedStep: 'mail',
      steps: [
        { id: 'report', state: 'succeeded' },
        { id: 'mail', state: 'failed' },
      ],
    },
  ]);
});

describe('whatever a tool is behind, its outcome has one shape', () => {
  test('and the bus records and routes it without knowing the tool', async () => {
    verifies('T11');
    const on = await open({
      fine: () => succeeded({ a: 1 }),
      refused: () => failed('VALIDATION_FAILED'),
      violated: () => failed('CONTRACT_VIOLATION'),
    });
    await on.startWorker();
    const ends = [];
    for (const tool of ['fine', 'refused', 'violated']) {
      const one = order([plannedStep(tool)]);
      await on.bus.submit(one);
      await on.clock.advance(10);
      ends.push((await on.bus.messagesOf(one.requestId)).at(-1)!);
    }
    expect(ends.map(({ type, body }) => [type, body])).toEqual([
      ['EXECUTE_RESULT', { request_id: expect.any(String), output_data: { a: 1 }, execution_time_ms: 5 }],
      ['EXECUTE_ERROR', expect.objectContaining({ error_code: 'VALIDATION_FAILED', retryable: false })],
      ['EXECUTE_ERROR', expect.objectContaining({ error_code: 'CONTRACT_VIOLATION', retryable: false })],
    ]);
  });
});

describe('messages from outside', () => {
  test('from the wrong side, malformed or of nobody are refused, counted, and move nothing', async () => {
    verifies('M1');
    const on = await open();
    const one = order([plannedStep('pay')]);
    await on.bus.submit(one);
    const [claim] = await on.bus.work.claim({
      worker: 'w',
      routes: await on.bus.work.routes(),
      limit: 1,
      leaseMs: 5_000,
    });
    const ack = (await on.bus.messagesOf(one.requestId)).at(-1)!;
    const result = {
      type: 'EXECUTE_RESULT',
      envelope: ack.envelope,
      body: { request_id: ack.envelope.request_id, output_data: {}, execution_time_ms: 1 },
    };
    await expect(on.bus.receive(result, 'conversation')).rejects.toMatchObject({ code: 'SENDER_REFUSED' });
    await expect(on.bus.receive({ ...result, body: {} }, 'tools')).rejects.toMatchObject({
      code: 'MESSAGE_INVALID',
    });
    const elsewhere = { ...result, envelope: { ...ack.envelope, execution_id: 'x', request_id: 'x/1' } };
    await expect(on.bus.receive(elsewhere, 'tools')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
    const forged = { ...result, envelope: { ...ack.envelope, fence: 99 } };
    expect(await on.bus.receive(forged, 'tools')).toBe('ignored');
    expect(on.bus.refusals()).toEqual({ sender: 1, invalid: 1, oversized: 0 });
    expect((await on.bus.executions.get(one.requestId))?.status).toBe('running');
    expect(await on.bus.work.report(claim!, succeeded())).toBe('applied');
  });
});

describe('what needs a person', () => {
  test('is listed with all it takes to find out, and goes on when decided', async () => {
    const on = await open({
      debit: () => succeeded(),
      pay: () => failed('CONNECTION_LOST', { effect: 'maybe' }),
      undo_debit: () => succeeded(),
    });
    await on.startWorker();
    const plan = order([plannedStep('debit', { compensation: compensation('debit') }), plannedStep('pay')]);
    await on.bus.submit(plan);
    await on.clock.advance(31_000);
    expect(await on.bus.attention.list()).toMatchObject([
      {
        requestId: plan.requestId,
        step: 'pay',
        idempotencyKey: `${plan.requestId}/2`,
        tool: 'pay',
        version: '1.0.0',
        reason: 'OUTCOME_UNKNOWN',
        tenant: 'tenant-1',
        sessionId: 'session-1',
      },
    ]);
    const settle = (step: string) =>
      on.bus.attention.settle(plan.requestId, { step, resolution: { type: 'not_done' }, by: 'operator-1' });
    await expect(settle('debit')).rejects.toMatchObject({ code: 'CONFLICT' });
    await settle('pay');
    await on.clock.advance(10);
    expect(await on.bus.attention.list()).toEqual([]);
    expect((await on.bus.conclusions({ after: 0, limit: 10 })).map(({ status }) => status)).toEqual([
      'pending',
      'needs_attention',
      'failed',
    ]);
    await expect(settle('pay')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      on.bus.attention.settle('nobody', { step: 'pay', resolution: { type: 'done' }, by: 'operator-1' }),
    ).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  });
});

test('a full session is refused with a code', async () => {
  const on = await open({}, { backlog: { bus: 10, tenant: 10, session: 1 } });
  await on.bus.submit(order([plannedStep('a')], { requestId: 'r1' }));
  await expect(on.bus.submit(order([plannedStep('a')], { requestId: 'r2' }))).rejects.toMatchObject({
    code: 'BUS_FULL',
  });
});

test('every span of a request hangs in the trace it came with, attempts above what their tool does', async () => {
  verifies('M5');
  const on = await open({ look: () => succeeded({ secret: 'hunter2' }) });
  await on.startWorker();
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const traced = order([plannedStep('look', { input: { secret: 'hunter2' } })], {
    traceparent: parent,
    requestId: 'traced',
  });
  await on.bus.submit(traced);
  await on.clock.advance(10);
  const root = on.spans.find(({ name }) => name === 'request')!;
  expect(root).toMatchObject({
    traceId: 'a'.repeat(32),
    parentSpanId: 'b'.repeat(16),
    requestId: 'traced',
    code: 'OK',
  });
  const rest = on.spans.filter((span) => span !== root);
  expect(rest.map(({ name, requestId }) => [name, requestId])).toEqual([
    ['accepted', 'traced'],
    ['queue', 'traced/1'],
    ['execute look', 'traced/1'],
  ]);
  expect(new Set(rest.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root.spanId]));
  expect(on.calls[0]!.traceparent).toBe(`00-${'a'.repeat(32)}-${rest[2]!.spanId}-01`);
  expect(JSON.stringify(on.spans)).not.toContain('hunter2');
  const own = order([plannedStep('look')], { requestId: '01890a5d-ac96-774b-bcce-b302099a8057' });
  await on.bus.submit(own);
  await on.clock.advance(10);
  expect(on.spans.at(-1)!.traceId).toBe(traceIdOf(own.requestId));
});

test('what was taken survives a restart, and goes on in the next process', async () => {
  verifies('M10');
  const folder = await mkdtemp(join(tmpdir(), 'hermes-bus-'));
  const file = join(folder, 'bus.db');
  const one = order([plannedStep('pay')]);
  const first = await openSqlite({ file });
  const before = await createBus({ store: first });
  await before.submit(one);
  await before.close();
  await first.close();

  const store = await openSqlite({ file });
  const bus = await createBus({ store });
  const worker = createWorker({
    bus,
    executor: { holds: () => true, execute: async () => succeeded({ ok: 1 }) },
  });
  await worker.start();
  expect(await bus.settled(one.requestId, 5_000)).toMatchObject({
    status: 'succeeded',
    outputs: { pay: { ok: 1 } },
  });
  expect(await bus.submit(one)).toMatchObject({ duplicate: true });
  await worker.drain(1_000);
  await bus.close();
  await store.close();
  await rm(folder, { recursive: true });
});
