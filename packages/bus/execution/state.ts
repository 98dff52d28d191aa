import type { JsonValue } from '@hermes-agent/core';
import type { Arms } from '../canary/canary.ts';
import type { Order, ToolReference } from '../order/order.ts';
import type { Fallback } from '../policy/rule.ts';

/** What a call is for. Steps may change the world, verifications and fallbacks ask, compensations undo. */
export type CallKind = 'step' | 'verification' | 'fallback' | 'compensation';

/** One thing to run, over all its attempts. */
export interface Call {
  readonly kind: CallKind;
  /** Position of the step in the order, from 0. */
  readonly step: number;
  /** `<request id>/1`, `…/1/verify/2`, `…/1/comp`. */
  readonly id: string;
  /** Attempts begun so far. */
  readonly attempt: number;
  /**
   * When the budget ends, in milliseconds since the epoch. A step's runs from its release, so that waiting in
   * the queue counts; the others' from their first attempt, because no user waits for them: null until then.
   */
  readonly deadlineAt: number | null;
  /** What it runs instead of what the plan names: another version, by its route. */
  readonly target?: ToolReference;
}

/** Where an execution stands. At most one call is under way at any time. */
export type Phase =
  | { readonly name: 'scheduled'; readonly until: number }
  | { readonly name: 'ready'; readonly call: Call; readonly since: number }
  | {
      readonly name: 'running';
      readonly call: Call;
      readonly worker: string;
      readonly since: number;
      /** The attempt's own limit. */
      readonly limitMs: number;
      /** Without a heartbeat until then the worker counts as lost. */
      readonly leaseUntil: number;
    }
  | { readonly name: 'backing_off'; readonly call: Call; readonly since: number; readonly until: number }
  /** A write's outcome is unknown; at `until` the next question is asked, or the monitor window ends. */
  | { readonly name: 'monitoring'; readonly step: number; readonly until: number }
  /** Open, and no machine can go on: a person decides. */
  | { readonly name: 'attention' }
  | { readonly name: 'ended'; readonly status: EndStatus; readonly at: number };

export type EndStatus = 'succeeded' | 'failed' | 'cancelled';

/** Why a person has to look at a step. */
export type MatterReason =
  | 'OUTCOME_UNKNOWN'
  /** Every attempt cost its worker; see the dead letters. */
  | 'POISONED'
  | 'COMPENSATION_FAILED'
  | 'COMPENSATION_UNKNOWN'
  /** It took effect, the plan failed later, and nothing is declared that undoes it. */
  | 'NOT_COMPENSABLE'
  /** It took effect after it had been taken for failed or undone. */
  | 'LATE_EFFECT';

export interface Matter {
  readonly reason: MatterReason;
  readonly since: number;
  readonly code: string;
}

export interface StepProgress {
  readonly state: 'waiting' | 'active' | 'succeeded' | 'failed' | 'unknown' | 'skipped';
  readonly output?: JsonValue;
  /** The error code of its last failure or doubt. */
  readonly code?: string;
  /** Fences of attempts that may have taken effect although no answer says so. */
  readonly doubts: readonly number[];
  readonly unknownSince?: number;
  /** Verifications asked. */
  readonly asks: number;
  /** Asked instead of running the step again, as the policy said when it failed. */
  readonly fallback?: Fallback;
  /** How far undoing it has come; absent while nobody has begun. */
  readonly compensation?: 'active' | 'done' | 'failed' | 'unknown';
  /** Compensations released: an operator may order another. */
  readonly compensations: number;
  readonly matter?: Matter;
}

export interface Failure {
  readonly step: number;
  readonly code: string;
}

/** What a user can be told of an execution; `running` is never told. */
export type Status = 'running' | 'pending' | 'needs_attention' | EndStatus;

/** An order and how far it has come: plain data, so that a new program can go on where an old one stopped. */
export interface Execution {
  readonly order: Order;
  readonly phase: Phase;
  readonly steps: readonly StepProgress[];
  /** Fencing token of the latest claim; grows with each. */
  readonly fence: number;
  /** Why it is being undone; null while it goes forward. */
  readonly failure: Failure | null;
  /** Reason given with the cancellation; null when nobody cancelled. */
  readonly cancelled: string | null;
  readonly createdAt: number;
  /** Requests of its session that were open when it came; absent for none. */
  readonly behind?: number;
  /** The last status told. */
  readonly told: Status;
  /** Which versions it runs because of canaries, for good: retries, verifications and compensations included. */
  readonly arms?: Arms;
}

export const NEW_STEP: StepProgress = { state: 'waiting', doubts: [], asks: 0, compensations: 0 };

/** A copy with some of a step's progress changed. */
export const withStep = (execution: Execution, step: number, change: Partial<StepProgress>): Execution => ({
  ...execution,
  steps: execution.steps.map((progress, index) => (index === step ? { ...progress, ...change } : progress)),
});

/** A copy in which nobody has to look at `step` any more. */
export const withoutMatter = (execution: Execution, step: number): Execution => ({
  ...execution,
  steps: execution.steps.map((progress, index) => {
    if (index !== step) return progress;
    const { matter: _matter, ...rest } = progress;
    return rest;
  }),
});

/** When time alone moves the execution on, in milliseconds since the epoch; null when it never does. */
export function dueAt({ phase }: Execution): number | null {
  switch (phase.name) {
    case 'scheduled':
    case 'backing_off':
    case 'monitoring':
      return phase.until;
    case 'ready':
      return phase.call.deadlineAt;
    case 'running':
      return Math.min(phase.leaseUntil, phase.call.deadlineAt ?? Number.POSITIVE_INFINITY);
    case 'attention':
    case 'ended':
      return null;
  }
}

export const hasMatters = (execution: Execution): boolean =>
  execution.steps.some(({ matter }) => matter !== undefined);
