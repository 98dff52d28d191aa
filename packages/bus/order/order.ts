import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type { PolicyRule } from '../policy/rule.ts';
import type { Condition } from './condition.ts';
import type { RoutedReference } from './tool-reference.ts';

export type { Condition } from './condition.ts';
export { type RoutedReference, routeOf, type ToolReference } from './tool-reference.ts';

export type Priority = 'low' | 'normal' | 'high';

/** May a call change the world, and can that change be undone? */
export type Effects = 'read' | 'write' | 'destructive';

export interface RetryPolicy {
  /** 1 means: no retry. */
  readonly maxAttempts: number;
  readonly initialMs: number;
  readonly multiplier: number;
  readonly maxMs: number;
  /** A pause is stretched by up to this fraction, so that callers spread out. */
  readonly jitter: number;
}

/** How to ask what became of a write whose outcome is unknown. */
export interface Verification extends RoutedReference {
  readonly input: JsonValue;
  readonly timeoutMs: number;
  readonly attemptLimitMs?: number;
  readonly doneWhen: Condition;
  readonly failedWhen: Condition;
  /** When to ask, in milliseconds after the outcome became unknown. Empty: once, at the end of the monitor window. */
  readonly afterMs: readonly number[];
  /** The step's output when it turns out done, with `{ "$output": "verify#/…" }`; else the answer itself. */
  readonly output?: JsonValue;
}

/** How to undo a step. Runs as `<request id>/<n>/comp`. */
export interface Compensation extends RoutedReference {
  readonly input: JsonValue;
  readonly timeoutMs: number;
  readonly attemptLimitMs?: number;
  readonly retryPolicy: RetryPolicy;
  /** May be sent although nobody knows whether there is something to undo. */
  readonly safeIfAbsent: boolean;
  readonly idempotent: boolean;
}

/**
 * One step. Inputs are literals, `{ "$output": "<step id>#/pointer" }` into an earlier step's output, or
 * `{ "$idempotency_key": "<step id>" }`.
 */
export interface PlannedStep extends RoutedReference {
  readonly id: string;
  readonly input: JsonValue;
  /** The whole budget of the step, queue and retries included, in milliseconds. */
  readonly timeoutMs: number;
  /** The tool's own limit for one attempt. */
  readonly attemptLimitMs?: number;
  readonly retryPolicy: RetryPolicy;
  readonly effects: Effects;
  /** The other side honours the idempotency key, so sending twice is safe. */
  readonly idempotent: boolean;
  readonly verify?: Verification;
  readonly compensation?: Compensation;
}

/** A plan of ordered steps, ready to run: what the bus carries. It is immutable once submitted. */
export interface Order {
  readonly requestId: string;
  readonly sessionId: string;
  readonly tenant: string;
  readonly subject: string;
  readonly domain: string;
  readonly priority: Priority;
  readonly traceparent?: string;
  /** Not before this time, in milliseconds since the epoch. */
  readonly startAt?: number;
  /** The requester's own; handed back with every conclusion, never read here. */
  readonly origin: JsonObject;
  /** The requester's own rules for errors, between the bus's defaults and what is set while it runs. */
  readonly policies?: readonly PolicyRule[];
  readonly steps: readonly PlannedStep[];
}
