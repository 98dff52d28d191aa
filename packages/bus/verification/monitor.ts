import type { JsonValue } from '@hermes-agent/core';
import { leaveToPerson, unwind } from '../compensation/unwind.ts';
import { failStep, proceed } from '../execution/proceed.ts';
import { release } from '../execution/release.ts';
import { type Execution, withoutMatter, withStep } from '../execution/state.ts';
import { awaitAttention, tell } from '../execution/tell.ts';
import { andThen, moved, type Transition } from '../execution/transition.ts';
import { meets } from '../order/condition.ts';
import type { PlannedStep } from '../order/order.ts';
import { resolveReferences } from '../order/reference.ts';

/** How long an unknown outcome is given to become known by itself. */
export const MONITOR_WINDOW_MS = 30_000;

/**
 * A write whose outcome nobody knows. The user hears so at once; a late result may still settle it; at the set
 * times the verification tool is asked (M4).
 */
export function becomeUnknown(execution: Execution, step: number, code: string, now: number): Transition {
  const unknown = withStep(execution, step, { state: 'unknown', unknownSince: now, code });
  return tell(watch(unknown, step, now), 'pending', code);
}

/** The time of the next question has come, or the end of the window. */
export function askNext(execution: Execution, step: number, now: number): Transition {
  if (!hasQuestions(execution, step)) return giveUp(execution, step, now);
  return (
    release(execution, 'verification', step, now) ??
    inconclusive(withStep(execution, step, { asks: execution.steps[step]!.asks + 1 }), step, now)
  );
}

/**
 * The verification tool answered. "Done" counts at any time; "failed" only as the last answer: before that, the
 * original may still be on its way, and a user who was told "failed" must not be surprised by a late effect.
 */
export function answered(execution: Execution, step: number, output: JsonValue, now: number): Transition {
  const verify = execution.order.steps[step]!.verify!;
  if (meets(verify.doneWhen, output)) {
    return stepTurnedOutDone(execution, step, stepOutput(verify.output, output), now);
  }
  if (meets(verify.failedWhen, output) && !hasQuestions(execution, step)) {
    return stepTurnedOutFailed(execution, step, now);
  }
  return inconclusive(execution, step, now);
}

/** The question brought nothing: ask again at the next time, or give up after the last. */
export function inconclusive(execution: Execution, step: number, now: number): Transition {
  return hasQuestions(execution, step) ? moved(watch(execution, step, now)) : giveUp(execution, step, now);
}

export function stepTurnedOutDone(
  execution: Execution,
  step: number,
  output: JsonValue,
  now: number,
): Transition {
  const done = withStep(withoutMatter(execution, step), step, { state: 'succeeded', output, doubts: [] });
  return andThen(moved(done, monitored(execution, step, 'OK', now)), (current) => proceed(current, now));
}

export function stepTurnedOutFailed(execution: Execution, step: number, now: number): Transition {
  const { code } = execution.steps[step]!;
  return andThen(moved(withoutMatter(execution, step), monitored(execution, step, code!, now)), (current) =>
    failStep(current, step, code!, now),
  );
}

/** Undo blindly where the contract allows it; else it is for a person. Never a silent success, never a guess. */
function giveUp(execution: Execution, step: number, now: number): Transition {
  const { compensation } = execution.order.steps[step]!;
  const { code } = execution.steps[step]!;
  const seen = moved(execution, monitored(execution, step, 'OUTCOME_UNKNOWN', now));
  return andThen(seen, (current) =>
    compensation?.safeIfAbsent === true
      ? undoBlindly(current, step, code!, now)
      : awaitAttention(leaveToPerson(current, step, 'OUTCOME_UNKNOWN', now)),
  );
}

/** Undoes a step that may have taken effect, and all before it; its compensation must be safe to send for nothing. */
export function undoBlindly(execution: Execution, step: number, code: string, now: number): Transition {
  const failure = execution.cancelled === null ? { step, code } : null;
  const unknown = withStep(execution, step, { state: 'unknown', code });
  return unwind({ ...unknown, failure }, now);
}

const watch = (execution: Execution, step: number, now: number): Execution => {
  const { unknownSince, asks } = execution.steps[step]!;
  const afterMs = schedule(execution.order.steps[step]!)[asks]!;
  return { ...execution, phase: { name: 'monitoring', step, until: Math.max(now, unknownSince! + afterMs) } };
};

/** When something happens by itself, counted from the moment the outcome became unknown. */
const schedule = ({ verify }: PlannedStep): readonly number[] =>
  verify === undefined || verify.afterMs.length === 0 ? [MONITOR_WINDOW_MS] : verify.afterMs;

/** Whether the plan has a question left to ask about the step. */
export function hasQuestions(execution: Execution, step: number): boolean {
  const planned = execution.order.steps[step]!;
  return planned.verify !== undefined && execution.steps[step]!.asks < schedule(planned).length;
}

function stepOutput(template: JsonValue | undefined, answer: JsonValue): JsonValue {
  if (template === undefined) return answer;
  const filled = resolveReferences(template, {
    output: (name) => (name === 'verify' || name === 'self' ? answer : undefined),
    idempotencyKey: () => undefined,
  });
  return filled.ok ? filled.value : answer;
}

const monitored = (execution: Execution, step: number, code: string, now: number) =>
  ({
    type: 'moment',
    moment: {
      name: 'monitor',
      call: null,
      fence: execution.fence,
      startAt: execution.steps[step]!.unknownSince!,
      endAt: now,
      code,
    },
  }) as const;
