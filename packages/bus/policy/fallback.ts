import type { JsonValue } from '@hermes-agent/core';
import { leaveToPerson } from '../compensation/unwind.ts';
import { failStep, proceed } from '../execution/proceed.ts';
import { release } from '../execution/release.ts';
import { type Execution, withStep } from '../execution/state.ts';
import { awaitAttention } from '../execution/tell.ts';
import { andThen, moved, type Transition } from '../execution/transition.ts';
import { meets } from '../order/condition.ts';
import { resolveReferences } from '../order/reference.ts';
import { becomeUnknown, hasQuestions, stepTurnedOutDone } from '../verification/monitor.ts';
import { isUnanswered } from './choose.ts';
import type { Fallback } from './rule.ts';

/** Asks another tool what the failed call should have answered. The call itself is never run again. */
export function askFallback(
  execution: Execution,
  step: number,
  fallback: Fallback,
  code: string,
  now: number,
): Transition {
  const doubtful = execution.steps[step]!.doubts.length > 0;
  const asking = withStep(execution, step, {
    fallback,
    code,
    ...(doubtful ? { state: 'unknown', unknownSince: now } : {}),
  });
  return release(asking, 'fallback', step, now) ?? fallbackInconclusive(asking, step, now);
}

/**
 * The fallback answered. What it says to be done is done; "failed" counts unless the original gave no answer and
 * may still be on its way.
 */
export function fallbackAnswered(
  execution: Execution,
  step: number,
  answer: JsonValue,
  now: number,
): Transition {
  const { code, doubts } = execution.steps[step]!;
  const { doneWhen, failedWhen, output } = execution.steps[step]!.fallback!;
  if (failedWhen !== undefined && meets(failedWhen, answer) && !isUnanswered(code!)) {
    return failStep(execution, step, code!, now);
  }
  if (doneWhen !== undefined && !meets(doneWhen, answer)) return fallbackInconclusive(execution, step, now);
  const value = stepOutput(output, answer);
  if (value === null) return fallbackInconclusive(execution, step, now);
  if (doubts.length > 0) return stepTurnedOutDone(execution, step, value.output, now);
  return proceed(withStep(execution, step, { state: 'succeeded', output: value.output }), now);
}

/**
 * It brought nothing. What certainly had no effect has failed; what may have had one is asked about as the plan
 * says, or goes to a person at once: the answer has come already, so there is nothing to wait for. Either way
 * somebody is told.
 */
export function fallbackInconclusive(execution: Execution, step: number, now: number): Transition {
  const { code, doubts } = execution.steps[step]!;
  const { tool, version } = execution.order.steps[step]!;
  const told = moved(execution, {
    type: 'alert',
    code: 'FALLBACK_INCONCLUSIVE',
    severity: 'warning',
    summary: {
      zh: `${tool} ${version} 出错后，备用工具也未能确认结果。`,
      en: `After ${tool} ${version} failed, its fallback could not tell what happened either.`,
    },
    fields: { tool, version, cause: code! },
  });
  return andThen(told, (current) => {
    if (doubts.length === 0) return failStep(current, step, code!, now);
    if (hasQuestions(current, step)) return becomeUnknown(current, step, code!, now);
    return awaitAttention(leaveToPerson(current, step, 'OUTCOME_UNKNOWN', now));
  });
}

function stepOutput(template: JsonValue | undefined, answer: JsonValue): { output: JsonValue } | null {
  if (template === undefined) return { output: answer };
  const filled = resolveReferences(template, {
    output: (name) => (name === 'fallback' ? answer : undefined),
    idempotencyKey: () => undefined,
  });
  return filled.ok ? { output: filled.value } : null;
}
