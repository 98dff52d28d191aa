import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { createHistory, failed, succeeded, unavailable } from '../fixture/history.ts';
import { compensation, order, plannedStep } from '../fixture/order.ts';

const undoable = (id: string, change: object = {}) =>
  plannedStep(id, { compensation: compensation(id, change) });
const timeout = failed('EXECUTE_TIMEOUT', { effect: 'maybe' });

test('the latest effect is undone first, each with its own key, and only what took effect', () => {
  verifies('M9');
  const history = createHistory(
    order([undoable('a'), plannedStep('look', { effects: 'read' }), undoable('b'), undoable('c')]),
  );
  for (const _ of [1, 2, 3]) history.run(succeeded());
  history.run(failed('NO_STOCK'));
  history.run(succeeded());
  history.run(succeeded());
  expect(history.requests()).toEqual(['/1', '/2', '/3', '/4', '/3/comp', '/1/comp']);
  expect(history.conclusions()).toEqual([['failed', 'NO_STOCK']]);
});

test('a compensation is told its step’s output and tried again', () => {
  const history = createHistory(
    order([
      undoable('a', { input: { id: { $output: 'self#/id' }, key: { $idempotency_key: 'a' } } }),
      plannedStep('b'),
    ]),
  );
  history.run(succeeded({ id: 9 }));
  history.run(failed('NO_STOCK'));
  expect(history.messages().at(-1)).toMatchObject({
    body: { tool_name: 'undo_a', input_params: { id: 9, key: `${history.execution.order.requestId}/1` } },
  });
  history.run(unavailable);
  history.untilDue();
  history.run(succeeded());
  expect(history.conclusions()).toEqual([['failed', 'NO_STOCK']]);
});

describe('what cannot be undone goes to a person', () => {
  test('a failing compensation, while the others go on', () => {
    verifies('M9');
    const history = createHistory(order([undoable('a'), undoable('b'), plannedStep('c')]));
    history.run(succeeded());
    history.run(succeeded());
    history.run(failed('NO_STOCK'));
    history.run(failed('REFUND_CLOSED'));
    history.run(succeeded());
    expect(history.requests().slice(-2)).toEqual(['/2/comp', '/1/comp']);
    expect(history.conclusions()).toEqual([['needs_attention', 'COMPENSATION_FAILED']]);
    history.settle(1, { type: 'not_done' });
    expect(history.requests().at(-1)).toBe('/2/comp/2');
    history.run(succeeded());
    expect(history.conclusions().at(-1)).toEqual(['failed', 'NO_STOCK']);
  });
  test('an effect that nothing declared undoes', () => {
    const history = createHistory(order([plannedStep('a'), plannedStep('b')]));
    history.run(succeeded());
    history.run(failed('NO_STOCK'));
    expect(history.conclusions()).toEqual([['needs_attention', 'NO_STOCK']]);
    history.settle(0, { type: 'done' });
    expect(history.conclusions().at(-1)).toEqual(['failed', 'NO_STOCK']);
  });
  test('a compensation of unknown outcome that may not be sent twice, until a late report', () => {
    const history = createHistory(order([undoable('a', { idempotent: false }), plannedStep('b')]));
    history.run(succeeded());
    history.run(failed('NO_STOCK'));
    const attempt = history.claim();
    history.report(attempt, timeout);
    expect(history.conclusions()).toEqual([['needs_attention', 'COMPENSATION_FAILED']]);
    const late = { ...attempt };
    expect(history.report(late, succeeded())).toBe('late');
    expect(history.conclusions().at(-1)).toEqual(['failed', 'NO_STOCK']);
  });
});

test('a compensation waits for a worker as long as it takes', () => {
  const history = createHistory(order([undoable('a'), plannedStep('b')]));
  history.run(succeeded());
  history.run(failed('NO_STOCK'));
  history.wait(86_400_000);
  expect(history.due()).toBe('ignored');
  history.run(succeeded());
  expect(history.conclusions()).toEqual([['failed', 'NO_STOCK']]);
});
