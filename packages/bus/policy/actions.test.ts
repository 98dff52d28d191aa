import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import type { SideEffect } from '../execution/transition.ts';
import { createHistory, failed, lostConnection, succeeded } from '../fixture/history.ts';
import { compensation, order, plannedStep, verification } from '../fixture/order.ts';
import type { PlannedStep } from '../order/order.ts';
import type { Fallback, PolicyRule } from './rule.ts';

const violation = failed('CONTRACT_VIOLATION', { effect: 'maybe' });
const readViolation = failed('CONTRACT_VIOLATION');

const play = (rule: Partial<PolicyRule> | null, change: Partial<PlannedStep> = {}) =>
  createHistory(
    order([plannedStep('create', { input: { order: 'A1' }, ...change }), plannedStep('mail')], {
      policies: rule === null ? [] : [{ error: 'CONTRACT_VIOLATION', action: 'FAIL', ...rule }],
    }),
  );
type History = ReturnType<typeof play>;
const told = (history: History, type: SideEffect['type']) =>
  history.effects().filter((effect) => effect.type === type);

describe('FREEZE', () => {
  test('is what a broken contract brings by itself, of exactly that version', () => {
    verifies('M3', 'M8');
    const history = play(null, { effects: 'read' });
    history.run(readViolation);
    expect(told(history, 'freeze')).toEqual([
      {
        type: 'freeze',
        target: { tool: 'create', version: '1.0.0', hash: 'h1' },
        code: 'CONTRACT_VIOLATION',
        severity: 'critical',
      },
    ]);
    expect(history.conclusions()).toEqual([['failed', 'CONTRACT_VIOLATION']]);
  });
});

describe('LOG_ONLY', () => {
  const passedOn = { ...succeeded({ status: null }), violation: '/status: expected string, actual null' };
  test('passes on what breaks the contract, and says so every time', () => {
    verifies('M8');
    const history = play({ action: 'LOG_ONLY' });
    history.run(passedOn);
    expect(history.steps()).toEqual(['succeeded', 'active']);
    expect(told(history, 'alert')).toMatchObject([{ code: 'CONTRACT_VIOLATION', severity: 'warning' }]);
    expect(history.messages().find(({ type }) => type === 'EXECUTE_RESULT')).toMatchObject({
      envelope: { violation: '/status: expected string, actual null' },
      body: { output_data: { status: null } },
    });
  });
  test('counts only while it is the policy: an output that comes after it has changed is no success', () => {
    const history = play({ action: 'FAIL' });
    history.run(passedOn);
    expect(history.steps()).toEqual(['unknown', 'waiting']);
    expect(history.conclusions()).toEqual([['pending', 'CONTRACT_VIOLATION']]);
  });
});

describe('COMPENSATE', () => {
  test('undoes at once what may be undone blindly', () => {
    const history = play(
      { action: 'COMPENSATE' },
      { compensation: compensation('create', { safeIfAbsent: true }) },
    );
    history.run(violation);
    history.run(succeeded());
    expect(history.requests()).toEqual(['/1', '/1/comp']);
    expect(history.conclusions()).toEqual([['failed', 'CONTRACT_VIOLATION']]);
  });
  test('asks first where there may be nothing to undo', () => {
    const history = play({ action: 'COMPENSATE' }, { compensation: compensation('create') });
    history.run(violation);
    expect(history.phase.name).toBe('monitoring');
  });
});

describe('RETRY_WITH_FALLBACK', () => {
  const fallback: Fallback = {
    tool: 'query_status',
    version: '1.0.0',
    hash: 'h1',
    timeoutMs: 3_000,
    input: { order: { $input: '/order' }, key: { $idempotency_key: 'self' } },
    doneWhen: { pointer: '/found', equals: true },
    failedWhen: { pointer: '/found', equals: false },
    output: { status: { $output: 'fallback#/state' } },
  };
  const rule = { action: 'RETRY_WITH_FALLBACK', fallback, severity: 'warning' } as const;

  test('asks another tool with its own input; its answer becomes the step’s output', () => {
    verifies('M8');
    const history = play(rule);
    history.run(violation);
    expect(history.messages().at(-1)).toMatchObject({
      type: 'EXECUTE_REQUEST',
      envelope: { tool: 'query_status' },
      body: { input_params: { order: 'A1', key: expect.stringMatching(/\/1$/) } },
    });
    history.run(succeeded({ found: true, state: 'made' }));
    expect(history.execution.steps[0]).toMatchObject({ state: 'succeeded', output: { status: 'made' } });
    expect(history.requests()).toEqual(['/1', '/1/fallback', '/2']);
  });
  test('what certainly was not done has failed, and is not done again', () => {
    const history = play(rule);
    history.run(violation);
    history.run(succeeded({ found: false }));
    expect(history.requests()).toEqual(['/1', '/1/fallback']);
    expect(history.conclusions()).toEqual([['failed', 'CONTRACT_VIOLATION']]);
  });
  test.each([
    ['says neither', succeeded({ found: null })],
    ['fails', failed('SERVICE_UNAVAILABLE')],
    ['breaks its own contract', readViolation],
  ])('a fallback that %s leaves it to a person, who is told at once', (_, answer) => {
    const history = play(rule);
    history.run(violation);
    history.run(answer);
    while (history.phase.name === 'backing_off') {
      history.untilDue();
      history.run(answer);
    }
    expect(history.conclusions()).toEqual([['needs_attention', 'OUTCOME_UNKNOWN']]);
    expect(told(history, 'alert').map((alert) => alert.type === 'alert' && alert.code)).toContain(
      'FALLBACK_INCONCLUSIVE',
    );
    expect(history.requests()).toEqual(['/1', '/1/fallback']);
  });
  test('where the plan has a verification of its own, that is asked before a person is', () => {
    const history = play(rule, { verify: verification('create', { afterMs: [5_000] }) });
    history.run(violation);
    history.run(succeeded({ found: null }));
    expect(history.untilDue()).toBe(5_000);
    history.run(succeeded({ state: 'done' }));
    expect(history.requests()).toEqual(['/1', '/1/fallback', '/1/verify/1', '/2']);
  });
  test('a read without an answer fails with the code it had, and somebody is told', () => {
    const history = play(rule, { effects: 'read' });
    history.run(readViolation);
    history.run(succeeded({ found: null }));
    expect(history.conclusions()).toEqual([['failed', 'CONTRACT_VIOLATION']]);
    expect(told(history, 'alert')).toHaveLength(2);
  });
  test('"not there" does not count while the original may still be on its way; a late result does', () => {
    const history = createHistory(
      order([plannedStep('create', { input: { order: 'A1' } })], {
        policies: [{ error: 'CONNECTION_LOST', action: 'RETRY_WITH_FALLBACK', fallback }],
      }),
    );
    const original = history.claim();
    history.report(original, lostConnection);
    const question = history.claim();
    expect(question.call.id).toMatch(/\/1\/fallback$/);
    expect(history.report(original, succeeded({ status: 'made' }))).toBe('late');
    expect(history.conclusions()).toEqual([['succeeded', null]]);
    expect(history.report(question, succeeded({ found: false }))).toBe('stale');
  });
});
