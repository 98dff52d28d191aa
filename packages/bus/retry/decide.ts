import type { CallSpec } from '../execution/call.ts';
import type { ToolOutcome } from '../execution/event.ts';
import type { Call } from '../execution/state.ts';
import type { Fallback, PolicyRule } from '../policy/rule.ts';
import { attemptFits } from '../timeout/budget.ts';
import { backOffMs } from './backoff.ts';

export type Decision =
  | { readonly type: 'retry'; readonly pauseMs: number }
  | { readonly type: 'fallback'; readonly fallback: Fallback }
  /** It may have taken effect, and is undone without asking whether it did. */
  | { readonly type: 'undo' }
  /** It certainly had no effect. */
  | { readonly type: 'failed' }
  /** It may have taken effect. */
  | { readonly type: 'unknown' };

type Failure = Extract<ToolOutcome, { ok: false }>;

/** Whether the failed attempt may have changed the world. Reads never do. */
export const isDoubtful = ({ effects }: Pick<CallSpec, 'effects'>, outcome: Failure): boolean =>
  effects !== 'read' && outcome.effect === 'maybe';

/** What a decision rests on, beside the call and its outcome. */
export interface Circumstances {
  readonly policy: PolicyRule;
  /** Whether the tool's budget allows one more retry. */
  readonly mayRetry: boolean;
  /**
   * Attempts of the call, this one included, that may have taken effect: while there are any, the call cannot be
   * called failed.
   */
  readonly doubts: number;
  /** Whether the step's compensation may be sent although there may be nothing to undo. */
  readonly undoable: boolean;
  readonly now: number;
}

/**
 * What follows a failed attempt: the policy says what should, and this what may. A write that may have taken
 * effect is sent again only when the other side honours the idempotency key, whatever the policy says.
 */
export function decide(spec: CallSpec, call: Call, outcome: Failure, around: Circumstances): Decision {
  const { policy, doubts } = around;
  const pauseMs = isWorthwhile(policy, outcome) ? retryAfter(spec, call, outcome, around) : null;
  if (pauseMs !== null) return { type: 'retry', pauseMs };
  if (call.kind === 'step') {
    if (policy.fallback !== undefined) return { type: 'fallback', fallback: policy.fallback };
    if (policy.action === 'COMPENSATE' && doubts > 0 && around.undoable) return { type: 'undo' };
  }
  return doubts > 0 ? { type: 'unknown' } : { type: 'failed' };
}

/** A fallback is there for what another attempt does not help. */
const isWorthwhile = ({ action }: PolicyRule, { retryable }: Failure): boolean =>
  action === 'RETRY' || (action === 'RETRY_WITH_FALLBACK' && retryable);

/** How long to wait before the next attempt; null when there is to be none. */
function retryAfter(
  spec: CallSpec,
  call: Call,
  outcome: Failure,
  { mayRetry, now }: Circumstances,
): number | null {
  const harmless = !isDoubtful(spec, outcome) || spec.idempotent;
  // Undoing is never given up for the sake of a budget.
  const allowed = mayRetry || call.kind === 'compensation';
  if (!harmless || !allowed || call.attempt >= spec.retryPolicy.maxAttempts) return null;
  const pauseMs = backOffMs(spec.retryPolicy, call.id, call.attempt, outcome.retryAfterMs);
  return attemptFits(spec.timeoutMs, call.deadlineAt! - now, pauseMs) ? pauseMs : null;
}
