import { specOf } from '../execution/call.ts';
import type { Call, Execution } from '../execution/state.ts';
import { choosePolicy, type PolicySubject } from './choose.ts';
import { DEFAULT_POLICIES, type PolicyRule } from './rule.ts';

/** What `step` is told of the world when an attempt has ended: plain data that comes with the event. */
export interface Guidance {
  /** Rules set while everything runs; they count like the plan's own, and win over an equal one. */
  readonly overrides: readonly PolicyRule[];
  /** Whether the tool's budget allows one more retry. */
  readonly mayRetry: boolean;
}

export const NO_GUIDANCE: Guidance = { overrides: [], mayRetry: true };

/** Whether an output of this call that breaks its contract is to be passed on. Never of a question or an undoing. */
export const isLenient = (execution: Execution, call: Call, overrides: readonly PolicyRule[]): boolean => {
  if (call.kind !== 'step') return false;
  const { tool, version } = specOf(execution, call);
  const subject = { tool, version, code: 'CONTRACT_VIOLATION', retryable: false };
  return policyFor(execution, { overrides }, subject).action === 'LOG_ONLY';
};

/** The rule for an error in an execution: from the defaults, the order's own rules, and the overrides. */
export const policyFor = (
  { order }: Pick<Execution, 'order'>,
  { overrides }: Pick<Guidance, 'overrides'>,
  subject: PolicySubject,
): PolicyRule => choosePolicy([...DEFAULT_POLICIES, ...(order.policies ?? []), ...overrides], subject);
