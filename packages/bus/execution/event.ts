import type { JsonValue } from '@hermes-agent/core';
import type { Guidance } from '../policy/guidance.ts';
import type { Routing } from '../route/routing.ts';
import type { Call } from './state.ts';

/** May the world have changed although the call failed? */
export type Effect = 'none' | 'maybe';

/** What an executor answers; every binding's outcome comes in this shape. */
export type ToolOutcome =
  | {
      readonly ok: true;
      readonly output: JsonValue;
      readonly executionTimeMs: number;
      /** How the output breaks its contract; given only where a policy has asked for it all the same. */
      readonly violation?: string;
    }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
      readonly effect: Effect;
      /** How long the other side asked to be left alone. */
      readonly retryAfterMs?: number;
      readonly executionTimeMs: number;
    };

/** What an operator found out about a step that needed attention. */
export type Resolution =
  /** The unknown step did take effect; the failed compensation was made by hand; the rest is dealt with. */
  | { readonly type: 'done'; readonly output?: JsonValue }
  /** The unknown step did not take effect; the compensation is to be tried again. */
  | { readonly type: 'not_done' }
  /** What cost its workers is run again. */
  | { readonly type: 'again' };

/** All that can happen to an execution. */
export type ExecutionEvent =
  /** What the ready call runs has been chosen anew, or nothing may run it. */
  | { readonly type: 'routed'; readonly routing: Routing }
  /** A worker takes up the call that is ready. */
  | { readonly type: 'claimed'; readonly worker: string; readonly leaseMs: number }
  /** The worker is still at it. */
  | { readonly type: 'renewed'; readonly fence: number; readonly leaseMs: number }
  /** An attempt ended, in time or not. */
  | {
      readonly type: 'reported';
      readonly call: Call;
      readonly fence: number;
      readonly outcome: ToolOutcome;
      readonly guidance?: Guidance;
    }
  /** The worker stops before the attempt has ended; this is nobody's failure. */
  | {
      readonly type: 'handed_back';
      readonly fence: number;
      readonly effect: Effect;
      readonly guidance?: Guidance;
    }
  /** Time has passed. Harmless when nothing is due. */
  | { readonly type: 'due'; readonly guidance?: Guidance }
  | { readonly type: 'cancelled'; readonly reason: string }
  | { readonly type: 'settled'; readonly step: number; readonly resolution: Resolution };
