import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import type { CallSpec } from '../execution/call.ts';
import { failed, lostConnection, unavailable } from '../fixture/history.ts';
import { plannedStep } from '../fixture/order.ts';
import { choosePolicy } from '../policy/choose.ts';
import { DEFAULT_POLICIES, type PolicyRule } from '../policy/rule.ts';
import { decide } from './decide.ts';

const call = { kind: 'step', step: 0, id: 'r/1', attempt: 1, deadlineAt: 10_000 } as const;
const read: CallSpec = plannedStep('look', { effects: 'read' });
const write: CallSpec = plannedStep('pay');
const keyed: CallSpec = plannedStep('pay', { idempotent: true });
const timeout = failed('EXECUTE_TIMEOUT', { effect: 'maybe' });

const at = (
  spec: CallSpec,
  outcome: typeof unavailable,
  change: {
    attempt?: number;
    now?: number;
    doubts?: number;
    rule?: Partial<PolicyRule>;
    mayRetry?: boolean;
  } = {},
) =>
  decide(spec, { ...call, attempt: change.attempt ?? 1 }, outcome, {
    now: change.now ?? 0,
    doubts: change.doubts ?? 0,
    mayRetry: change.mayRetry ?? true,
    undoable: false,
    policy: choosePolicy(
      [
        ...DEFAULT_POLICIES,
        ...(change.rule === undefined
          ? []
          : [{ error: outcome.code, action: 'FAIL', ...change.rule } as const]),
      ],
      { ...outcome, tool: spec.tool, version: spec.version },
    ),
  });

describe('by class of error', () => {
  test('what is retryable and had no effect is tried again, after its pause', () => {
    verifies('M3');
    for (const spec of [read, write, keyed]) {
      expect(at(spec, unavailable)).toEqual({ type: 'retry', pauseMs: 1_000 });
      expect(at(spec, unavailable, { attempt: 2 })).toEqual({ type: 'retry', pauseMs: 2_000 });
      expect(at(spec, unavailable, { attempt: 3 })).toEqual({ type: 'failed' });
    }
  });
  test('refused input is never sent again, whatever its contract says', () => {
    verifies('M3');
    expect(at(read, failed('VALIDATION_FAILED', { retryable: true }))).toEqual({ type: 'failed' });
  });
  test('what is not retryable fails', () => {
    expect(at(write, failed('ORDER_NOT_FOUND'))).toEqual({ type: 'failed' });
  });
  test('Retry-After is obeyed, and ends the attempts when it leaves no time', () => {
    expect(at(read, failed('RATE_LIMITED', { retryable: true, retryAfterMs: 3_000 }))).toEqual({
      type: 'retry',
      pauseMs: 3_000,
    });
    expect(at(read, failed('RATE_LIMITED', { retryable: true, retryAfterMs: 9_500 }))).toEqual({
      type: 'failed',
    });
  });
});

describe('when it may have taken effect', () => {
  test('a read is tried again after a time-out', () => {
    expect(at(read, timeout)).toEqual({ type: 'retry', pauseMs: 1_000 });
  });
  test('a write is unknown, not failed, and not sent again', () => {
    verifies('M4');
    for (const outcome of [
      timeout,
      lostConnection,
      failed('WORKER_LOST', { effect: 'maybe', retryable: true }),
    ]) {
      expect(at(write, outcome, { doubts: 1 })).toEqual({ type: 'unknown' });
    }
  });
  test('a write whose key is honoured is sent again, and is unknown at the end', () => {
    expect(at(keyed, timeout, { doubts: 1 })).toEqual({ type: 'retry', pauseMs: 1_000 });
    expect(at(keyed, timeout, { attempt: 3, doubts: 3 })).toEqual({ type: 'unknown' });
  });
  test('an earlier doubt outlives a later refusal', () => {
    expect(at(keyed, failed('ORDER_NOT_FOUND'), { doubts: 1 })).toEqual({ type: 'unknown' });
  });
});

test('another attempt needs its pause and a useful time after it', () => {
  expect(at(read, unavailable, { now: 8_000 })).toEqual({ type: 'retry', pauseMs: 1_000 });
  expect(at(read, unavailable, { now: 8_001 })).toEqual({ type: 'failed' });
});

describe('what a policy says', () => {
  const fallback = { tool: 'find', version: '1.0.0', hash: 'h', input: {}, timeoutMs: 1_000 };
  test('it may forbid a retry, or ask for one that the contract does not offer', () => {
    expect(at(read, unavailable, { rule: { action: 'FAIL' } })).toEqual({ type: 'failed' });
    expect(at(read, failed('STRANGE'), { rule: { action: 'RETRY' } })).toMatchObject({ type: 'retry' });
  });
  test('it never makes a write in doubt be sent again', () => {
    for (const action of ['RETRY', 'RETRY_WITH_FALLBACK'] as const) {
      expect(at(write, timeout, { doubts: 1, rule: { action } })).toEqual({ type: 'unknown' });
    }
  });
  test('a fallback comes when another attempt does not help', () => {
    const rule = { action: 'RETRY_WITH_FALLBACK', fallback } as const;
    expect(at(read, unavailable, { rule })).toMatchObject({ type: 'retry' });
    expect(at(read, unavailable, { rule, attempt: 3 })).toEqual({ type: 'fallback', fallback });
    expect(at(write, failed('CONTRACT_VIOLATION', { effect: 'maybe' }), { rule, doubts: 1 })).toEqual({
      type: 'fallback',
      fallback,
    });
  });
  test('a tool whose budget is spent gets no retry', () => {
    expect(at(read, unavailable, { mayRetry: false })).toEqual({ type: 'failed' });
  });
});
