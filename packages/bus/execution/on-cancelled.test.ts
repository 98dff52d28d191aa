import { describe, expect, test } from 'vitest';
import { createHistory, failed, succeeded, unavailable } from '../fixture/history.ts';
import { compensation, order, plannedStep, verification } from '../fixture/order.ts';

const undoable = (id: string, change: object = {}) =>
  plannedStep(id, { compensation: compensation(id), ...change });

describe('a cancellation', () => {
  test('before anything began ends it at once', () => {
    const history = createHistory(order([plannedStep('a')]));
    expect(history.cancel()).toBe('applied');
    expect(history.conclusions()).toEqual([['cancelled', 'CANCELLED']]);
    expect(() => history.claim()).toThrow('ignored');
    expect(history.cancel()).toBe('ignored');
  });
  test('between attempts tries no more and undoes the earlier', () => {
    const history = createHistory(order([undoable('a'), plannedStep('b')]));
    history.run(succeeded());
    history.run(unavailable);
    history.cancel();
    history.run(succeeded());
    expect(history.requests()).toEqual(['/1', '/2', '/1/comp']);
    expect(history.conclusions()).toEqual([['cancelled', 'CANCELLED']]);
  });
  test('of a running step asks it to stop, and undoes it when it succeeds all the same', () => {
    const history = createHistory(order([undoable('a'), plannedStep('b')]));
    const attempt = history.claim();
    history.cancel();
    expect(history.aborts()).toEqual([attempt.call.id]);
    history.report(attempt, succeeded());
    history.run(succeeded());
    expect(history.requests()).toEqual(['/1', '/1/comp']);
    expect(history.conclusions()).toEqual([['cancelled', 'CANCELLED']]);
  });
  test('that comes too late for a plan that cannot be undone is a success', () => {
    const history = createHistory(order([plannedStep('mail')]));
    const attempt = history.claim();
    history.cancel();
    history.report(attempt, succeeded());
    expect(history.conclusions()).toEqual([['succeeded', null]]);
  });
  test('of an unknown step still finds out, and then undoes it', () => {
    const history = createHistory(order([undoable('a', { verify: verification('a') }), plannedStep('b')]));
    history.run(failed('CONNECTION_LOST', { effect: 'maybe' }));
    history.cancel();
    history.untilDue();
    history.run(succeeded({ state: 'done' }));
    history.run(succeeded());
    expect(history.requests()).toEqual(['/1', '/1/verify/1', '/1/comp']);
    expect(history.conclusions().at(-1)).toEqual(['cancelled', 'CANCELLED']);
  });
  test('does not disturb what is being undone already', () => {
    const history = createHistory(order([undoable('a'), plannedStep('b')]));
    history.run(succeeded());
    history.run(failed('NO_STOCK'));
    expect(history.cancel()).toBe('ignored');
    history.run(succeeded());
    expect(history.conclusions()).toEqual([['failed', 'NO_STOCK']]);
  });
});
