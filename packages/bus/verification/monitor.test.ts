import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { createHistory, failed, lostConnection, succeeded } from '../fixture/history.ts';
import { compensation, order, plannedStep, verification } from '../fixture/order.ts';

const timeout = failed('EXECUTE_TIMEOUT', { effect: 'maybe' });
const state = (value: string) => succeeded({ state: value, number: 'R-1' });

const refund = (change: object = {}) => plannedStep('refund', { verify: verification('refund'), ...change });

describe('an unknown outcome', () => {
  test('is told at once, asked about on schedule, and ends well when it was done', () => {
    verifies('M4');
    const history = createHistory(
      order([
        refund({ verify: verification('refund', { output: { id: { $output: 'verify#/number' } } }) }),
        plannedStep('notify', { input: { id: { $output: 'refund#/id' } } }),
      ]),
    );
    history.run(timeout);
    expect(history.conclusions()).toEqual([['pending', 'EXECUTE_TIMEOUT']]);
    expect(history.untilDue()).toBe(5_000);
    history.run(state('working'));
    expect(history.untilDue()).toBe(9_990);
    history.run(state('done'));
    expect(history.messages().at(-1)).toMatchObject({
      type: 'EXECUTE_REQUEST',
      body: { input_params: { id: 'R-1' } },
    });
    history.run(succeeded());
    expect(history.conclusions()).toEqual([
      ['pending', 'EXECUTE_TIMEOUT'],
      ['succeeded', null],
    ]);
    expect(history.requests()).toEqual(['/1', '/1/verify/1', '/1/verify/2', '/2']);
  });

  test('fails only on the last answer, and then undoes what came before', () => {
    verifies('M4', 'M9');
    const history = createHistory(
      order([plannedStep('debit', { compensation: compensation('debit') }), refund()]),
    );
    history.run(succeeded());
    history.run(timeout);
    for (const _ of [1, 2, 3]) {
      history.untilDue();
      expect(history.conclusions().length).toBe(1);
      history.run(state('failed'));
    }
    expect(history.requests().at(-1)).toBe('/1/comp');
    history.run(succeeded());
    expect(history.conclusions()).toEqual([
      ['pending', 'EXECUTE_TIMEOUT'],
      ['failed', 'EXECUTE_TIMEOUT'],
    ]);
  });

  test('goes to a person when the answers say nothing', () => {
    verifies('M4');
    const history = createHistory(order([refund()]));
    history.run(lostConnection);
    for (const answer of [state('working'), failed('SERVICE_UNAVAILABLE'), state('failed-ish')]) {
      history.untilDue();
      history.run(answer);
    }
    expect(history.conclusions()).toEqual([
      ['pending', 'CONNECTION_LOST'],
      ['needs_attention', 'OUTCOME_UNKNOWN'],
    ]);
    expect(history.execution.steps[0]!.matter?.reason).toBe('OUTCOME_UNKNOWN');
  });

  test('without a way to ask waits for the window, then goes to a person', () => {
    const history = createHistory(order([plannedStep('pay')]));
    history.run(timeout);
    expect(history.untilDue()).toBe(30_000);
    expect(history.conclusions().at(-1)).toEqual(['needs_attention', 'OUTCOME_UNKNOWN']);
  });

  test('is undone blindly where that is safe even if nothing was done', () => {
    const history = createHistory(
      order([plannedStep('hold', { compensation: compensation('hold', { safeIfAbsent: true }) })]),
    );
    history.run(timeout);
    history.untilDue();
    expect(history.requests()).toEqual(['/1', '/1/comp']);
    history.run(succeeded());
    expect(history.conclusions().at(-1)).toEqual(['failed', 'EXECUTE_TIMEOUT']);
  });
});

describe('a late report', () => {
  test('inside the window settles it: success', () => {
    verifies('M4');
    const history = createHistory(order([refund()]));
    const attempt = history.claim();
    history.untilDue();
    expect(history.conclusions()).toEqual([['pending', 'EXECUTE_TIMEOUT']]);
    history.wait(2_000);
    expect(history.report(attempt, succeeded({ number: 'R-1' }))).toBe('late');
    expect(history.conclusions().at(-1)).toEqual(['succeeded', null]);
    expect(history.messages().at(-1)).toMatchObject({ type: 'EXECUTE_RESULT', envelope: { late: true } });
    expect(history.report(attempt, succeeded({ number: 'R-1' }))).toBe('stale');
  });

  test('that surely had no effect settles it: failure', () => {
    const history = createHistory(order([refund()]));
    const attempt = history.claim();
    history.untilDue();
    expect(history.report(attempt, failed('LIMIT_EXCEEDED'))).toBe('late');
    expect(history.conclusions().at(-1)).toEqual(['failed', 'LIMIT_EXCEEDED']);
  });

  test('while the question is under way settles it and breaks the question off', () => {
    const history = createHistory(order([refund()]));
    const attempt = history.claim();
    history.untilDue();
    history.untilDue();
    const question = history.claim();
    expect(history.report(attempt, succeeded())).toBe('late');
    expect(history.aborts().at(-1)).toBe(question.call.id);
    expect(history.report(question, state('failed'))).toBe('stale');
    expect(history.conclusions().at(-1)).toEqual(['succeeded', null]);
  });

  test('takes the matter back from the person', () => {
    const history = createHistory(order([plannedStep('pay')]));
    const attempt = history.claim();
    history.untilDue();
    history.untilDue();
    expect(history.phase.name).toBe('attention');
    expect(history.report(attempt, succeeded())).toBe('late');
    expect(history.conclusions().at(-1)).toEqual(['succeeded', null]);
  });

  test('of an effect believed not to be there goes to a person, and the end stays the end', () => {
    const history = createHistory(order([refund({ verify: verification('refund', { afterMs: [1_000] }) })]));
    const attempt = history.claim();
    history.untilDue();
    history.untilDue();
    history.run(state('failed'));
    expect(history.conclusions().at(-1)).toEqual(['failed', 'EXECUTE_TIMEOUT']);
    expect(history.report(attempt, succeeded())).toBe('late');
    expect(history.execution.steps[0]!.matter?.reason).toBe('LATE_EFFECT');
    expect(history.conclusions().length).toBe(2);
    expect(history.settle(0, { type: 'done' })).toBe('applied');
    expect(history.phase).toMatchObject({ name: 'ended', status: 'failed' });
  });
});

describe('a person decides', () => {
  test('that it was done: the plan goes on', () => {
    const history = createHistory(order([plannedStep('pay'), plannedStep('notify')]));
    history.run(timeout);
    history.untilDue();
    expect(history.settle(0, { type: 'done', output: { id: 1 } })).toBe('applied');
    history.run(succeeded());
    expect(history.conclusions().at(-1)).toEqual(['succeeded', null]);
  });
  test('that it was not done: what came before is undone', () => {
    const history = createHistory(
      order([plannedStep('debit', { compensation: compensation('debit') }), plannedStep('pay')]),
    );
    history.run(succeeded());
    history.run(timeout);
    history.untilDue();
    history.settle(1, { type: 'not_done' });
    history.run(succeeded());
    expect(history.conclusions().at(-1)).toEqual(['failed', 'EXECUTE_TIMEOUT']);
  });
});
