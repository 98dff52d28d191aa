import { verifies } from '@hermes-agent/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestBus, type Tool } from '../fixture/bus.ts';
import { failed, succeeded } from '../fixture/history.ts';
import { order, plannedStep } from '../fixture/order.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function open(tools: Record<string, Tool>, settings = {}) {
  const bus = await openTestBus(tools, settings);
  opened.push(bus);
  return bus;
}

/** A tool that runs until it is aborted, then cleans up for `cleanUpMs`. */
const patient =
  (
    on: { clock: { after(ms: number, run: () => void): unknown }; aborted: string[] },
    cleanUpMs: number,
    outcome = failed('EXECUTE_TIMEOUT', { effect: 'maybe' }),
  ): Tool =>
  (call, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        on.aborted.push(call.requestId);
        on.clock.after(cleanUpMs, () => resolve(outcome));
      });
    });

test('one slow tool holds nobody up, and the requester is released at once', async () => {
  verifies('M2');
  const on = { aborted: [] as string[], clock: null as never };
  const bus = await open({ slow: patient(on, 0), quick: () => succeeded() });
  Object.assign(on, { clock: bus.clock });
  await bus.startWorker();
  await bus.bus.submit(order([plannedStep('slow', { timeoutMs: 60_000 })]));
  const quick = order([plannedStep('quick')]);
  expect(await bus.bus.submit(quick)).toMatchObject({ duplicate: false });
  await bus.clock.advance(10);
  expect((await bus.bus.executions.get(quick.requestId))?.status).toBe('succeeded');
});

describe('an attempt over its limit', () => {
  test('is told to stop, may clean up, and is over before the budget is', async () => {
    verifies('M6');
    const on = { aborted: [] as string[], clock: null as never };
    const bus = await open({ look: patient(on, 500, failed('EXECUTE_TIMEOUT', { effect: 'none' })) });
    Object.assign(on, { clock: bus.clock });
    await bus.startWorker();
    const look = order([plannedStep('look', { effects: 'read', timeoutMs: 5_000 })]);
    await bus.bus.submit(look);
    await bus.clock.advance(2_990);
    expect(on.aborted).toEqual([]);
    await bus.clock.advance(20);
    expect(on.aborted).toEqual([`${look.requestId}/1`]);
    await bus.clock.advance(500);
    expect((await bus.bus.executions.get(look.requestId))?.steps[0]).toMatchObject({ state: 'active' });
    expect((await bus.bus.messagesOf(look.requestId)).at(-1)).toMatchObject({
      type: 'EXECUTE_TIMEOUT',
      sender: 'bus',
      body: { timeout_ms: 3_000 },
    });
  });

  test('that does not stop is not waited for', async () => {
    const bus = await open({ pay: () => new Promise(() => {}) });
    await bus.startWorker();
    const pay = order([plannedStep('pay', { timeoutMs: 5_000 })]);
    await bus.bus.submit(pay);
    await bus.clock.advance(4_010);
    expect((await bus.bus.executions.get(pay.requestId))?.status).toBe('pending');
  });
});

test('a heartbeat keeps a long call; without one another worker takes it', async () => {
  const bus = await open({ long: () => new Promise(() => {}) });
  await bus.startWorker({ leaseMs: 3_000 });
  const long = order([plannedStep('long', { effects: 'read', timeoutMs: 600_000 })]);
  await bus.bus.submit(long);
  await bus.clock.advance(60_000);
  expect(bus.runs('long')).toBe(1);
});

test('a claim whose answer came after its lease is not begun: its effect would come after it was given up', async () => {
  const bus = await open({ pay: () => succeeded() });
  const { work } = bus.bus;
  const claim: typeof work.claim = async (request) => {
    const claims = await work.claim(request);
    if (claims.length > 0) await new Promise<void>((resolve) => void bus.clock.after(5_000, resolve));
    return claims;
  };
  await bus.startWorker({ leaseMs: 3_000, bus: { work: { ...work, claim } } });
  const pay = order([plannedStep('pay', { timeoutMs: 60_000 })]);
  await bus.bus.submit(pay);
  await bus.clock.advance(5_500);
  expect((await bus.bus.executions.get(pay.requestId))?.status).toBe('pending');
  expect(bus.runs('pay')).toBe(0);
});

test('what throws, or answers nonsense, is an outcome that may have had an effect', async () => {
  const bus = await open(
    {
      throws: () => {
        throw new Error('boom');
      },
      nonsense: () => ({ ok: true, executionTimeMs: 1 }) as never,
      huge: () => succeeded({ text: 'x'.repeat(2_000) }),
    },
    { payloadLimitBytes: 1_500 },
  );
  await bus.startWorker();
  for (const tool of ['throws', 'nonsense', 'huge']) {
    const one = order([plannedStep(tool)]);
    await bus.bus.submit(one);
    await bus.clock.advance(50);
    expect(await bus.bus.executions.get(one.requestId)).toMatchObject({
      status: 'pending',
      code: { throws: 'INTERNAL', nonsense: 'MESSAGE_INVALID', huge: 'PAYLOAD_TOO_LARGE' }[tool],
    });
  }
});

test('a worker takes only what it holds, and the log says what nobody takes', async () => {
  const bus = await open({ known: () => succeeded() });
  await bus.startWorker();
  const known = order([plannedStep('known')]);
  const unknown = order([plannedStep('unknown', { timeoutMs: 120_000 })]);
  await bus.bus.submit(known);
  await bus.bus.submit(unknown);
  await bus.clock.advance(45_000);
  expect((await bus.bus.executions.get(known.requestId))?.status).toBe('succeeded');
  expect((await bus.bus.executions.get(unknown.requestId))?.status).toBe('running');
  expect(bus.lines).toContain('No worker takes these calls');
});

describe('a cancellation', () => {
  test('reaches the attempt at once', async () => {
    const on = { aborted: [] as string[], clock: null as never };
    const bus = await open({ pay: patient(on, 100, failed('CANCELLED')) });
    Object.assign(on, { clock: bus.clock });
    await bus.startWorker();
    const pay = order([plannedStep('pay', { timeoutMs: 60_000 })]);
    await bus.bus.submit(pay);
    await bus.clock.advance(200);
    expect(await bus.bus.cancel(pay.requestId, 'enough')).toMatchObject({
      accepted: true,
      status: 'running',
    });
    await bus.clock.advance(0);
    expect(on.aborted.length).toBe(1);
    await bus.clock.advance(200);
    expect((await bus.bus.executions.get(pay.requestId))?.status).toBe('cancelled');
  });
});

test('concurrency bounds what runs at a time', async () => {
  let running = 0;
  let most = 0;
  const bus = await open({});
  const counting: Tool = () =>
    new Promise((resolve) => {
      running += 1;
      most = Math.max(most, running);
      bus.clock.after(100, () => {
        running -= 1;
        resolve(succeeded());
      });
    });
  await bus.startWorker({
    concurrency: 3,
    executor: { holds: () => true, execute: async (call, signal) => counting(call, signal) },
  });
  for (let index = 0; index < 10; index += 1) {
    await bus.bus.submit(order([plannedStep('count')], { requestId: `count-${index}` }));
  }
  await bus.clock.advance(2_000);
  expect(most).toBe(3);
  expect((await bus.bus.conclusions({ after: 0, limit: 20 })).length).toBe(10);
});
