import { deriveId, digestJson } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestBus, slow, type Tool } from './fixture/bus.ts';
import { failed, succeeded } from './fixture/history.ts';
import { compensation, order, plannedStep, verification } from './fixture/order.ts';

/** Failures that users of other systems have reported, each with what ought to happen. */

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function open(tools: Record<string, Tool> = {}) {
  const on = await openTestBus(tools);
  opened.push(on);
  return on;
}
type Opened = Awaited<ReturnType<typeof open>>;

const statuses = async ({ bus }: Opened): Promise<string[]> =>
  (await bus.conclusions({ after: 0, limit: 100 })).map(({ status }) => status);

describe('B01 the answer comes after the time-out', () => {
  const refund = () =>
    order([plannedStep('refund', { timeoutMs: 5_000, verify: verification('refund', { afterMs: [] }) })]);
  const committed = succeeded({ refund: 'R-1' });

  test('inside the window it settles the unknown, and nothing is sent twice', async () => {
    verifies('M4');
    const on = await open();
    const tools = {
      refund: slow(on.clock, 7_000, committed),
      check_refund: () => succeeded({ state: 'done' }),
    };
    // The tool does not heed its signal: it is given up, and answers all the same.
    await on.startWorker({
      graceMs: 10_000,
      executor: {
        holds: () => true,
        execute: async (call, signal) => {
          on.calls.push(call);
          return tools[call.tool as keyof typeof tools](call, signal);
        },
      },
    });
    const one = refund();
    await on.bus.submit(one);
    await on.clock.advance(5_100);
    expect(await statuses(on)).toEqual(['pending']);
    await on.clock.advance(2_000);
    expect(await statuses(on)).toEqual(['pending', 'succeeded']);
    expect((await on.bus.messagesOf(one.requestId)).at(-1)).toMatchObject({
      type: 'EXECUTE_RESULT',
      envelope: { late: true },
    });
    await on.clock.advance(60_000);
    expect(on.calls.map(({ tool }) => tool)).toEqual(['refund']);
  });

  test('without one, the state of the refund is asked for at the end of the window', async () => {
    verifies('M4');
    const on = await open({
      refund: () => failed('CONNECTION_LOST', { effect: 'maybe', retryable: true }),
      check_refund: () => succeeded({ state: 'done', refund: 'R-1' }),
    });
    await on.startWorker();
    await on.bus.submit(refund());
    await on.clock.advance(29_000);
    expect([await statuses(on), on.runs('check_refund')]).toEqual([['pending'], 0]);
    await on.clock.advance(2_000);
    expect([await statuses(on), on.runs('refund')]).toEqual([['pending', 'succeeded'], 1]);
  });
});

test('B02 the same confirmed refund under another call id takes effect once', async () => {
  const on = await open({ refund: () => succeeded({ refund: 'R-1' }) });
  await on.startWorker();
  const steps = [plannedStep('refund', { input: { order: 'A1', amount: 200 } })];
  const confirmed = (task: string) =>
    order(steps, { requestId: deriveId('request', 'session-1', task, digestJson(steps[0]!.input)) });
  expect(await on.bus.submit(confirmed('1'))).toMatchObject({ duplicate: false });
  await on.clock.advance(100);
  expect(await on.bus.submit(confirmed('1'))).toMatchObject({ duplicate: true });
  expect((await on.bus.settled(confirmed('1').requestId, 0))?.outputs).toEqual({ refund: { refund: 'R-1' } });
  await on.clock.advance(100);
  expect(on.runs('refund')).toBe(1);
  await on.bus.submit(confirmed('2'));
  await on.clock.advance(100);
  expect(on.runs('refund')).toBe(2);
});

test('B03 the same call with its keys in another order runs once', async () => {
  const on = await open({ call: () => succeeded() });
  await on.startWorker();
  const id = 'request-b03';
  const spelled = (input: object) =>
    order([plannedStep('call', { input: input as never })], { requestId: id });
  const receipts = await Promise.all([
    on.bus.submit(spelled({ a: 1, b: 'é' })),
    on.bus.submit(spelled({ b: 'e\u0301', a: 1.0 })),
  ]);
  expect(receipts.map(({ duplicate }) => duplicate)).toEqual([false, true]);
  await on.clock.advance(100);
  expect(on.runs('call')).toBe(1);
});

test('B04 a worker that stalls past its lease cannot end what another has taken over', async () => {
  const on = await open();
  let turn = 0;
  const stalling: Tool = (call, signal) => {
    turn += 1;
    return slow(on.clock, turn === 1 ? 3_000 : 100, succeeded({ by: turn }))(call, signal);
  };
  const executor = {
    holds: () => true,
    execute: async (...[call, signal]: Parameters<Tool>) => stalling(call, signal),
  };
  const deaf = { ...on.bus, work: { ...on.bus.work, renew: async () => 'held' as const } };
  await on.startWorker({ bus: deaf, leaseMs: 1_000, executor, concurrency: 1 });
  await on.startWorker({ leaseMs: 1_000, executor });
  const job = order([
    plannedStep('job', {
      idempotent: true,
      timeoutMs: 60_000,
      retryPolicy: { ...plannedStep('x').retryPolicy, initialMs: 100 },
    }),
  ]);
  await on.bus.submit(job);
  await on.clock.advance(10_000);
  expect(turn).toBe(2);
  expect(await statuses(on)).toEqual(['succeeded']);
  expect((await on.bus.settled(job.requestId, 0))?.outputs).toEqual({ job: { by: 2 } });
  const results = (await on.bus.messagesOf(job.requestId)).filter(({ type }) => type === 'EXECUTE_RESULT');
  expect(results.map(({ envelope }) => [envelope.fence, envelope.late ?? false])).toEqual([
    [2, false],
    [1, true],
  ]);
  expect(on.lines).toContain('a result came too late to count');
});

test('B06 the same key with another amount is refused by name, and nothing runs', async () => {
  const on = await open({ pay: slow({ after: () => {} }, 0, succeeded()) });
  const body = (amount: number) => order([plannedStep('pay', { input: { amount } })], { requestId: 'k1' });
  await on.bus.submit(body(100));
  await expect(on.bus.submit(body(120))).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
    where: '/steps/0/input/amount',
  });
  await on.clock.advance(100);
  expect(await statuses(on)).toEqual([]);
});

describe('B09 a cancellation', () => {
  test('that overtakes its order leaves a fence, and the late order is refused', async () => {
    const on = await open({ reserve: () => succeeded() });
    await on.startWorker();
    const reserve = order([plannedStep('reserve')]);
    expect(await on.bus.cancel(reserve.requestId, 'gone')).toMatchObject({
      accepted: true,
      status: 'cancelled',
    });
    expect(await on.bus.cancel(reserve.requestId, 'gone')).toMatchObject({
      accepted: false,
      status: 'cancelled',
    });
    await expect(on.bus.submit(reserve)).rejects.toMatchObject({ code: 'CANCELLED' });
    await on.clock.advance(1_000);
    expect(on.calls).toEqual([]);
  });
  test('of a try that failed after its effect still undoes it', async () => {
    const on = await open({
      reserve: () => failed('CONNECTION_LOST', { effect: 'maybe' }),
      undo_reserve: () => succeeded(),
    });
    await on.startWorker();
    const reserve = order([
      plannedStep('reserve', { compensation: compensation('reserve', { safeIfAbsent: true }) }),
    ]);
    await on.bus.submit(reserve);
    await on.clock.advance(100);
    await on.bus.cancel(reserve.requestId, 'gone');
    await on.clock.advance(31_000);
    expect(on.calls.map(({ tool }) => tool)).toEqual(['reserve', 'undo_reserve']);
    expect(await statuses(on)).toEqual(['pending', 'cancelled']);
  });
});

test('B12 the clock is set: timers of 5 s and 30 min fire when they should', async () => {
  for (const jumpMs of [-3_600_000, 86_400_000]) {
    const on = await open();
    for (const timeoutMs of [5_000, 1_800_000]) {
      await on.bus.submit(order([plannedStep('nobody', { timeoutMs })], { requestId: `b12-${timeoutMs}` }));
    }
    await on.clock.advance(1_000);
    on.clock.setWall(on.clock.now() + jumpMs);
    await on.clock.advance(3_900);
    expect(await statuses(on)).toEqual([]);
    await on.clock.advance(400);
    expect(await statuses(on)).toEqual(['failed']);
    await on.clock.advance(1_800_000 - 5_400);
    expect(await statuses(on)).toEqual(['failed']);
    await on.clock.advance(600);
    expect(await statuses(on)).toEqual(['failed', 'failed']);
  }
}, 60_000);

test('B15 a thousand jobs of one tenant do not starve another', async () => {
  verifies('M12');
  const started: string[] = [];
  const on = await open();
  const executor = {
    holds: () => true,
    execute: async (call: Parameters<Tool>[0], signal: AbortSignal) => {
      started.push(call.tenant);
      return slow(on.clock, 100, succeeded())(call, signal);
    },
  };
  const submit = (tenant: string, index: number) =>
    on.bus.submit(
      order([plannedStep('job', { timeoutMs: 600_000 })], {
        requestId: `${tenant}-${index}`,
        tenant,
        sessionId: `${tenant}-${index % 20}`,
      }),
    );
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => submit('a', index)));
  await on.startWorker({ executor, concurrency: 4 });
  await on.clock.advance(1_050);
  const before = started.length;
  await submit('b', 0);
  await on.clock.advance(300);
  expect(started.indexOf('b') - before).toBeLessThan(8);
});

test('B16 stopping a worker, twice, fails nothing: the call is handed back and ends elsewhere', async () => {
  const on = await open();
  const aborted: number[] = [];
  const job: Tool = (call, signal) =>
    new Promise((resolve) => {
      on.clock.after(20_000, () => resolve(succeeded({ attempt: call.attempt })));
      signal.addEventListener('abort', () => {
        aborted.push(call.attempt);
        resolve(failed('CANCELLED', { effect: 'none' }));
      });
    });
  const change = {
    executor: {
      holds: () => true,
      execute: async (...[call, signal]: Parameters<Tool>) => job(call, signal),
    },
  };
  const one = order([
    plannedStep('job', {
      timeoutMs: 40_000,
      retryPolicy: { ...plannedStep('x').retryPolicy, maxAttempts: 1 },
    }),
  ]);
  await on.bus.submit(one);
  for (const _ of [1, 2]) {
    const worker = await on.startWorker(change);
    await on.clock.advance(10_000);
    const drained = worker.drain(2_000);
    await on.clock.advance(2_100);
    await drained;
    expect((await on.bus.executions.get(one.requestId))?.status).toBe('running');
  }
  await on.startWorker(change);
  await on.clock.advance(21_000);
  expect(aborted).toEqual([1, 1]);
  expect((await on.bus.settled(one.requestId, 0))?.outputs).toEqual({ job: { attempt: 1 } });
});

test('B17 after a crash only what had not ended runs again', async () => {
  verifies('M10');
  let healthy = false;
  const on = await open({
    create_case: () => succeeded({ case: 'C-1' }),
    charge: () => succeeded({ charge: 'P-1' }),
    notify: () => (healthy ? succeeded() : new Promise(() => {})),
  });
  const dying = await on.startWorker({
    bus: { work: { ...on.bus.work, renew: () => new Promise(() => {}) } },
  });
  const plan = order([
    plannedStep('create_case'),
    plannedStep('charge', { input: { case: { $output: 'create_case#/case' } } }),
    plannedStep('notify', { idempotent: true, timeoutMs: 120_000 }),
  ]);
  await on.bus.submit(plan);
  await on.clock.advance(1_000);
  // It is gone without a word: nothing of it is heard again.
  void dying;
  healthy = true;
  await on.startWorker();
  await on.clock.advance(20_000);
  expect((await on.bus.settled(plan.requestId, 0))?.status).toBe('succeeded');
  expect(on.calls.map(({ tool, attempt }) => [tool, attempt])).toEqual([
    ['create_case', 1],
    ['charge', 1],
    ['notify', 1],
    ['notify', 2],
  ]);
});

test('B18 another argument than the confirmed one is another request, or none', async () => {
  const on = await open({ send: () => succeeded() });
  await on.startWorker();
  const plan = (message: string) => [plannedStep('send', { input: { message } })];
  const confirmed = deriveId('request', 'session-1', '1', digestJson(plan('reviewed-value')[0]!.input));
  await on.bus.submit(order(plan('reviewed-value'), { requestId: confirmed }));
  await expect(on.bus.submit(order(plan('changed-value'), { requestId: confirmed }))).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
    where: '/steps/0/input/message',
  });
  await on.clock.advance(100);
  expect(on.calls.map(({ input }) => input)).toEqual([{ message: 'reviewed-value' }]);
});
