import type { Alert, AlertSeverity, SpanValue } from '@hermes-agent/core';
import type { Arm } from '../canary/fault.ts';
import type { Message } from '../message/message.ts';
import type { ToolReference } from '../order/order.ts';
import type { CallKind, Execution, Status } from './state.ts';

/** A finished piece of an execution's life, for its trace. Never holds inputs or outputs. */
export interface Moment {
  readonly name:
    | 'accepted'
    | 'queue'
    | 'attempt'
    | 'back-off'
    | 'route'
    | 'policy'
    | 'breaker'
    | 'monitor'
    | 'late'
    | 'settled'
    | 'request';
  readonly call: {
    readonly id: string;
    readonly kind: CallKind;
    readonly attempt: number;
    readonly tool: string;
    readonly version: string;
    /** The arm of a canary it is in. */
    readonly canary?: Arm;
  } | null;
  readonly fence: number;
  readonly startAt: number;
  readonly endAt: number;
  /** `OK`, or the code it ended with. */
  readonly code: string;
  /** What else an operator needs to see. Never inputs or outputs. */
  readonly about?: Readonly<Record<string, SpanValue>>;
}

/** What must happen along with a transition, in the same transaction where it is durable. */
export type SideEffect =
  | { readonly type: 'message'; readonly message: Message }
  /** The user-visible status changed. */
  | { readonly type: 'conclusion'; readonly status: Exclude<Status, 'running'>; readonly code: string | null }
  | { readonly type: 'moment'; readonly moment: Moment }
  /** This version broke its contract, or the like: nothing new runs it until a person thaws it. */
  | {
      readonly type: 'freeze';
      readonly target: ToolReference;
      readonly code: string;
      readonly severity: AlertSeverity;
    }
  /** Somebody should know. */
  | ({ readonly type: 'alert' } & Omit<Alert, 'at'>)
  /** The attempt under way is no longer wanted. */
  | { readonly type: 'abort'; readonly callId: string };

/** What became of an event. */
export type Verdict =
  /** It moved the execution on. */
  | 'applied'
  /** It came after its attempt had been given up, and still settled what was unknown. */
  | 'late'
  /** It came from an attempt that no longer counts: kept for the record, moved nothing. */
  | 'stale'
  /** Nothing to do with it in this state. */
  | 'ignored';

export interface Transition {
  readonly execution: Execution;
  readonly effects: readonly SideEffect[];
  readonly verdict: Verdict;
}

export const moved = (execution: Execution, ...effects: SideEffect[]): Transition => ({
  execution,
  effects,
  verdict: 'applied',
});

export const ignored = (execution: Execution): Transition => ({ execution, effects: [], verdict: 'ignored' });

/** `next` from where `first` ended, with the effects of both and the verdict of the first. */
export function andThen(first: Transition, next: (execution: Execution) => Transition): Transition {
  const second = next(first.execution);
  return {
    execution: second.execution,
    effects: [...first.effects, ...second.effects],
    verdict: first.verdict,
  };
}
