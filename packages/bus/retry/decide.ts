import type { CallSpec } from '../execution/call.ts';
import type { ToolOutcome } from '../execution/event.ts';
import type { Call } from '../execution/state.ts';
import { attemptFits } from '../timeout/budget.ts';
import { backOffMs } from './backoff.ts';

export type Decision =
  | { readonly type: 'retry'; readonly pauseMs: number }
  /** It certainly had no effect. */
  | { readonly type: 'failed' }
  /** It may have taken effect. */
  | { readonly type: 'unknown' };

/** No answer rather than a bad one: another attempt may well succeed, whatever the table says of the code. */
const UNANSWERED: ReadonlySet<string> = new Set(['EXECUTE_TIMEOUT', 'CONNECTION_LOST', 'WORKER_LOST']);

/** The same input will be refused again. */
const POINTLESS: ReadonlySet<string> = new Set(['VALIDATION_FAILED']);

/** Whether the failed attempt may have changed the world. Reads never do. */
export const isDoubtful = (
  { effects }: Pick<CallSpec, 'effects'>,
  outcome: Extract<ToolOutcome, { ok: false }>,
): boolean => effects !== 'read' && outcome.effect === 'maybe';

/**
 * What follows a failed attempt, by class of error. A write that may have taken effect is sent again only when the
 * other side honours the idempotency key. `doubts` counts attempts of the call, this one included, that may have
 * taken effect: while there are any, the call cannot be called failed.
 */
export function decide(
  spec: CallSpec,
  call: Call,
  outcome: Extract<ToolOutcome, { ok: false }>,
  { doubts, now }: { readonly doubts: number; readonly now: number },
): Decision {
  const worthwhile = outcome.retryable || UNANSWERED.has(outcome.code);
  const harmless = !isDoubtful(spec, outcome) || spec.idempotent;
  if (worthwhile && harmless && !POINTLESS.has(outcome.code) && call.attempt < spec.retryPolicy.maxAttempts) {
    const pauseMs = backOffMs(spec.retryPolicy, call.id, call.attempt, outcome.retryAfterMs);
    if (attemptFits(spec.timeoutMs, call.deadlineAt! - now, pauseMs)) return { type: 'retry', pauseMs };
  }
  return doubts > 0 ? { type: 'unknown' } : { type: 'failed' };
}
