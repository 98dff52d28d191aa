import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type { PolicyRule } from '../policy/rule.ts';

export type Priority = 'low' | 'normal' | 'high';

/** May a call change the world, and can that change be undone? */
export type Effects = 'read' | 'write' | 'destructive';

/** One contract, pinned: a worker runs it only when it holds exactly this. */
export interface ToolReference {
  readonly tool: string;
  readonly version: string;
  /** Digest of the contract. */
  readonly hash: string;
}

export interface RetryPolicy {
  /** 1 means: no retry. */
  readonly maxAttempts: number;
  readonly initialMs: number;
  readonly multiplier: number;
  readonly maxMs: number;
  /** A pause is stretched by up to this fraction, so that callers spread out. */
  readonly jitter: number;
}

/** Holds for an output when what stands at `pointer` equals one of the values, or exists as it should. */
export interface Condition {
  readonly pointer: string;
  readonly equals?: JsonValue;
  readonly in?: readonly JsonValue[];
  readonly exists?: boolean;
}

/** A reference with the other versions that may stand in for it, the best first: same input, same effects. */
export interface RoutedReference extends ToolReference {
  readonly alternatives?: readonly ToolReference[];
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

/** `tool@version#hash`: what a claim names. */
export const routeOf = ({ tool, version, hash }: ToolReference): string => `${tool}@${version}#${hash}`;
