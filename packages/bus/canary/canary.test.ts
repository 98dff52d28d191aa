import type { Alert } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { createBus } from '../bus.ts';
import { openTestBus } from '../fixture/bus.ts';
import { failed, succeeded } from '../fixture/history.ts';
import { compensation, order, plannedStep, verification } from '../fixture/order.ts';
import type { ToolCall } from '../worker/executor.ts';
import { bucketOf } from './bucket.ts';

const stable = { tool: 'pay', version: '1.0.0', hash: 'h1' };
const candidate = { tool: 'pay', version: '1.1.0', hash: 'h2' };
const canaryMinimum = { stable: 20, candidate: 10, stage: 20 };

let opened: Awaited<ReturnType<typeof openTestBus>> | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

/** A bus whose tool `pay` fails in its new version while `broken` says so. */
async function open(broken: (call: ToolCall) => boolean = () => false) {
  const alerts: Alert[] = [];
  const one = await openTestBus(
    {
      pay: (call) =>
        call.version === candidate.version && broken(call) ? failed('TOOL_CRASHED') : succeeded(),
    },
    { canaryMinimum },
    { raise: (alert) => alerts.push(alert) },
  );
  opened = one;
  await one.startWorker();
  let last = 0;
  /** Submits so many requests, one after the other, and lets them end. */
  const send = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      last += 1;
      await one.bus.submit(order([plannedStep('pay')], { requestId: `r${last}`, sessionId: `s${last}` }));
      await one.clock.advance(20);
    }
    await one.clock.advance(1_500);
  };
  const versionOf = (requestId: string) =>
    one.calls.find((call) => call.requestId === `${requestId}/1`)?.version;
  return { ...one, alerts, send, versionOf };
}

describe('a canary', () => {
  test('takes its share by the hash of the request id, and only that', async () => {
    const { bus, send, versionOf } = await open();
    await bus.canary.start({ stable, candidate, weight: 2_500, by: 'anna' });
    await send(60);
    const expected = Array.from({ length: 60 }, (_, index) =>
      bucketOf(`r${index + 1}`) < 2_500 ? '1.1.0' : '1.0.0',
    );
    expect(Array.from({ length: 60 }, (_, index) => versionOf(`r${index + 1}`))).toEqual(expected);
    expect(new Set(expected).size).toBe(2);
  });

  test('that starts to fail is rolled back by itself, with an alert that says why', async () => {
    verifies('M7');
    let broken = false;
    const { bus, send, alerts, calls, spans } = await open(() => broken);
    await bus.canary.start({ stable, candidate, weight: 2_500, by: 'anna' });
    await send(100);
    expect(await bus.canary.list()).toMatchObject([{ phase: 'running', weight: 2_500 }]);
    expect(alerts).toEqual([]);

    broken = true;
    await send(60);
    expect(await bus.canary.list()).toMatchObject([
      { phase: 'rolled_back', weight: 0, reason: 'ERRORS_ABOVE_STABLE', by: 'bus' },
    ]);
    expect(alerts).toMatchObject([
      {
        code: 'CANARY_ROLLED_BACK',
        severity: 'critical',
        fields: { tool: 'pay', candidate: '1.1.0', stable: '1.0.0', reason: 'ERRORS_ABOVE_STABLE' },
      },
    ]);
    const failures = spans.filter(({ name, code }) => name === 'execute pay' && code === 'TOOL_CRASHED');
    expect(failures.length).toBeLessThanOrEqual(25);
    expect(failures.every(({ attributes }) => attributes.canary === 'candidate')).toBe(true);

    const before = calls.length;
    await send(40);
    expect(new Set(calls.slice(before).map(({ version }) => version))).toEqual(new Set(['1.0.0']));
  });

  test('that was rolled back stays so for plans that name it', async () => {
    const { bus, clock, calls } = await open();
    await bus.canary.start({ stable, candidate, by: 'anna' });
    await bus.canary.rollback('pay', 'anna', 'a complaint');
    await bus.submit(order([plannedStep('pay', candidate)]));
    await clock.advance(300);
    expect(calls.map(({ version }) => version)).toEqual(['1.0.0']);
    expect(await bus.canary.list()).toMatchObject([{ phase: 'rolled_back', reason: 'a complaint' }]);
  });

  test('climbs by itself on evidence, a rung at a time, and never without traffic', async () => {
    const { bus, clock, send, alerts } = await open();
    await bus.canary.start({ stable, candidate, weight: 5_000, automatic: true, by: 'anna' });
    await clock.advance(60_000);
    expect(await bus.canary.list()).toMatchObject([{ weight: 5_000, finding: 'too_few_stable' }]);
    await send(200);
    expect(await bus.canary.list()).toMatchObject([{ phase: 'promoted', weight: 10_000, reason: 'SOUND' }]);
    expect(alerts).toMatchObject([{ code: 'CANARY_ADVANCED', severity: 'info' }]);
  });

  test('whose candidate is frozen is rolled back', async () => {
    const { bus, clock, alerts } = await open();
    await bus.canary.start({ stable, candidate, by: 'anna' });
    await bus.tools.freeze(candidate, 'ben', 'answers null');
    await clock.advance(1_000);
    expect(await bus.canary.list()).toMatchObject([{ phase: 'rolled_back', reason: 'CANDIDATE_FROZEN' }]);
    expect(alerts).toMatchObject([{ code: 'CANARY_ROLLED_BACK' }]);
  });

  test('keeps what it saw over a restart, and two processes count nothing twice', async () => {
    const { bus, clock, store, send, alerts } = await open();
    const other = await createBus({ store, clock, settings: { canaryMinimum } });
    await bus.canary.start({ stable, candidate, weight: 5_000, by: 'anna' });
    await send(30);
    await other.close();
    const reopened = await createBus({ store, clock, settings: { canaryMinimum } });
    const [view] = await reopened.canary.list();
    const { system } = view!.faults;
    expect(system.stable.trials + system.candidate.trials).toBe(30);
    expect(alerts).toEqual([]);
    await reopened.close();
  });
});

test('an execution stays in its arm: retries, verification and compensation, whatever the weight becomes', async () => {
  const { bus, clock, calls, startWorker, close } = await openTestBus({
    pay: ({ attempt }) => (attempt === 1 ? failed('SERVICE_UNAVAILABLE', { retryable: true }) : succeeded()),
    check_pay: () => succeeded({ state: 'done' }),
    undo_pay: () => succeeded(),
    ship: () => failed('REFUSED'),
  });
  opened = null;
  const versions = { tool: 'undo_pay', version: '1.1.0', hash: 'h2' };
  await startWorker();
  await bus.canary.start({ stable, candidate, weight: 9_999, by: 'anna' });
  await bus.canary.start({
    stable: { ...versions, version: '1.0.0', hash: 'h1' },
    candidate: versions,
    weight: 9_999,
    by: 'anna',
  });
  const steps = [
    plannedStep('pay', { verify: verification('pay'), compensation: compensation('pay') }),
    plannedStep('ship'),
  ];
  await bus.submit(order(steps, { requestId: 'sticky' }));
  await clock.advance(300);
  await bus.canary.rollback('pay', 'anna');
  await bus.canary.rollback('undo_pay', 'anna');
  await clock.advance(5_000);
  expect(calls.map(({ tool, version }) => `${tool} ${version}`)).toEqual([
    'pay 1.1.0',
    'pay 1.1.0',
    'ship 1.0.0',
    'undo_pay 1.1.0',
  ]);
  await bus.submit(order(steps, { requestId: 'later' }));
  await clock.advance(300);
  expect(calls.at(-1)).toMatchObject({ tool: 'pay', version: '1.0.0' });
  await close();
});

test('a worker without the candidate does not take its calls, and that counts against it', async () => {
  const { bus, clock, startWorker, close, calls } = await openTestBus({ pay: () => succeeded() });
  await startWorker({
    executor: {
      holds: (_tool, version) => version === '1.0.0',
      async execute(call) {
        calls.push(call);
        return succeeded();
      },
    },
  });
  await bus.canary.start({ stable, candidate, weight: 9_999, by: 'anna' });
  await bus.submit(order([plannedStep('pay', { timeoutMs: 2_000 })]));
  await clock.advance(4_000);
  expect(calls).toEqual([]);
  const [view] = await bus.canary.list();
  expect(view!.faults.system.candidate).toEqual({ trials: 1, faults: 1 });
  await close();
});

test('what cannot be compared is refused', async () => {
  const { bus } = await open();
  const start = (change: object) => bus.canary.start({ stable, candidate, by: 'anna', ...change });
  await expect(start({ candidate: { ...candidate, version: '2.0.0' } })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    where: '/candidate/version',
  });
  await expect(start({ candidate: stable })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(start({ weight: 10_000 })).rejects.toMatchObject({ where: '/weight' });
  await start({});
  await expect(start({})).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(bus.canary.promote('refund', 'anna')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('people raise the weight a rung at a time, or to what they say', async () => {
  const { bus } = await open();
  await bus.canary.start({ stable, candidate, by: 'anna' });
  expect(await bus.canary.promote('pay', 'anna')).toMatchObject({ weight: 2_500, phase: 'running' });
  expect(await bus.canary.promote('pay', 'ben', 10_000)).toMatchObject({ phase: 'promoted', by: 'ben' });
});
