import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createHistory, failed, succeeded, unavailable } from '../fixture/history.ts';
import { order, plannedStep } from '../fixture/order.ts';

test('steps run in order, each with the outputs before it', () => {
  const history = createHistory(
    order([plannedStep('a'), plannedStep('b', { input: { from: { $output: 'a#/n' } } })]),
  );
  history.run(succeeded({ n: 7 }));
  expect(history.messages().at(-1)).toMatchObject({
    type: 'EXECUTE_REQUEST',
    body: { input_params: { from: 7 } },
  });
  history.run(succeeded({ m: 8 }));
  expect(history.conclusions()).toEqual([['succeeded', null]]);
});

test('a failing step stops the later ones and gives its code', () => {
  verifies('M9');
  const history = createHistory(
    order([plannedStep('a', { effects: 'read' }), plannedStep('b'), plannedStep('c')]),
  );
  history.run(succeeded());
  history.run(failed('MAIL_REFUSED'));
  expect(history.steps()).toEqual(['succeeded', 'failed', 'skipped']);
  expect(history.conclusions()).toEqual([['failed', 'MAIL_REFUSED']]);
  expect(history.requests()).toEqual(['/1', '/2']);
});

test('SERVICE_UNAVAILABLE is tried again after 1 s and 2 s, under the same key', () => {
  verifies('M3');
  const history = createHistory(order([plannedStep('a', { timeoutMs: 20_000 })]));
  const calls = [history.run(unavailable)];
  expect(history.untilDue()).toBe(1_000);
  calls.push(history.run(unavailable));
  expect(history.untilDue()).toBe(2_000);
  calls.push(history.run(succeeded()));
  expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  expect(history.conclusions()).toEqual([['succeeded', null]]);
});

test('the after-sales numbers: 5 s of budget give 3 s an attempt and at most two retries', () => {
  verifies('M6');
  const history = createHistory(order([plannedStep('get_order', { effects: 'read', timeoutMs: 5_000 })]));
  history.claim();
  expect(history.phase).toMatchObject({ name: 'running', limitMs: 3_000 });
  history.feed({
    type: 'reported',
    call: (history.phase as never as { call: never }).call,
    fence: 1,
    outcome: unavailable,
  });
  history.untilDue();
  history.run(unavailable, 50);
  history.untilDue();
  history.run(unavailable, 50);
  expect(history.conclusions()).toEqual([['failed', 'SERVICE_UNAVAILABLE']]);
});

test('the budget is absolute: it counts the queue, and ends what nobody took up', () => {
  verifies('M6');
  const history = createHistory(order([plannedStep('a', { timeoutMs: 8_000 })]));
  expect(history.untilDue()).toBe(8_000);
  expect(history.conclusions()).toEqual([['failed', 'EXECUTE_TIMEOUT']]);
  expect(history.messages().at(-1)).toMatchObject({
    type: 'EXECUTE_TIMEOUT',
    envelope: { fence: 0 },
    body: { timeout_ms: 8_000 },
  });
});

test('a worker that goes silent loses the call after its lease, and a read is taken up again', () => {
  const history = createHistory(order([plannedStep('a', { effects: 'read', timeoutMs: 60_000 })]));
  history.claim();
  history.wait(10_000);
  history.feed({ type: 'renewed', fence: 1, leaseMs: 15_000 });
  expect(history.untilDue()).toBe(15_000);
  expect(history.phase.name).toBe('backing_off');
  history.untilDue();
  history.run(succeeded());
  expect(history.conclusions()).toEqual([['succeeded', null]]);
});

test('a call that kills its workers runs out of attempts, and is laid aside until a person has looked', () => {
  const history = createHistory(order([plannedStep('poison', { effects: 'read', timeoutMs: 600_000 })]));
  for (const _ of [1, 2, 3]) {
    history.claim();
    history.untilDue();
    if (history.phase.name === 'backing_off') history.untilDue();
  }
  expect(history.conclusions()).toEqual([['needs_attention', 'WORKER_LOST']]);
  expect(history.settle(0, { type: 'again' })).toBe('applied');
  history.run(succeeded());
  expect(history.conclusions().at(-1)).toEqual(['succeeded', null]);
});

test('handing back counts as no attempt and takes nothing off the budget', () => {
  const history = createHistory(
    order([
      plannedStep('a', {
        timeoutMs: 20_000,
        retryPolicy: { ...plannedStep('x').retryPolicy, maxAttempts: 1 },
      }),
    ]),
  );
  for (const _ of [1, 2]) {
    const { fence } = history.claim();
    history.wait(9_000);
    expect(history.feed({ type: 'handed_back', fence, effect: 'none' })).toBe('applied');
  }
  expect(history.phase).toMatchObject({
    name: 'ready',
    call: { attempt: 0, deadlineAt: 1_000_000 + 20_000 + 18_000 },
  });
  history.run(succeeded());
  expect(history.conclusions()).toEqual([['succeeded', null]]);
});

test('an order may wait for months', () => {
  const startAt = 1_000_000 + 200 * 86_400_000;
  const history = createHistory(order([plannedStep('a')], { startAt }));
  expect(history.untilDue()).toBe(200 * 86_400_000);
  expect(history.phase).toMatchObject({ name: 'ready', call: { deadlineAt: startAt + 10_000 } });
});

test('every moment of its life is told, without inputs or outputs', () => {
  verifies('M5');
  const history = createHistory(order([plannedStep('a', { input: { secret: 'hunter2' } })]));
  history.wait(40);
  history.run(unavailable);
  history.untilDue();
  history.run(succeeded({ secret: 'hunter2' }), 30);
  expect(history.moments().map(({ name, startAt, endAt, code }) => [name, endAt - startAt, code])).toEqual([
    ['accepted', 0, 'OK'],
    ['queue', 40, 'OK'],
    ['attempt', 10, 'SERVICE_UNAVAILABLE'],
    ['policy', 0, 'OK'],
    ['back-off', 1_000, 'OK'],
    ['queue', 0, 'OK'],
    ['attempt', 30, 'OK'],
    ['request', 1_080, 'OK'],
  ]);
  expect(JSON.stringify(history.moments())).not.toContain('hunter2');
});
