import { HermesError, type JsonObject } from '@hermes-agent/core';
import type { Effect, SandboxUse } from '../call/call.ts';
import type { Contract } from '../contract/contract.ts';
import type { Violation } from '../schema/violation.ts';

/** What a binding brings back, before the contract has looked at it. */
export type BindingOutcome = BindingOutput | BindingFailure;

export interface BindingOutput {
  readonly ok: true;
  readonly value: unknown;
  readonly sandbox: SandboxUse | null;
}

export interface BindingFailure {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  readonly effect: Effect;
  /** Left out, the contract's or the table's word on the code counts. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly details?: JsonObject;
  /** The breach behind a `CONTRACT_VIOLATION` or `VALIDATION_FAILED`. */
  readonly violation?: Violation;
  /** Set once code of the tool's has run. */
  readonly sandbox?: SandboxUse;
}

/** What a call that may have reached the other side may have done there. */
export const effectOnceSent = ({ effects }: Contract): Effect => (effects === 'read' ? 'none' : 'maybe');

/** The other side answered in a form that the contract does not know. */
export function contractViolation(contract: Contract, breach: Omit<Violation, 'message'>): BindingFailure {
  const { pointer, expected, observed } = breach;
  const message = `${pointer === '' ? 'the answer' : pointer}: expected ${expected}, got ${observed}`;
  return {
    ok: false,
    code: 'CONTRACT_VIOLATION',
    message,
    effect: effectOnceSent(contract),
    violation: { ...breach, message },
  };
}

/** A call ended by its signal: `EXECUTE_TIMEOUT` at its own limit, `CANCELLED` when the caller gave up. */
export function aborted(signal: AbortSignal, effect: Effect): BindingFailure {
  const timedOut = signal.reason instanceof HermesError && signal.reason.code === 'DEADLINE_EXCEEDED';
  return timedOut
    ? { ok: false, code: 'EXECUTE_TIMEOUT', message: 'No answer within the time allowed', effect }
    : { ok: false, code: 'CANCELLED', message: 'The call was cancelled', effect };
}
