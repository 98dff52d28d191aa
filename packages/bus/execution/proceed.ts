import { isUndoable, unwind } from '../compensation/unwind.ts';
import { release } from './release.ts';
import { type Execution, withStep } from './state.ts';
import { end } from './tell.ts';
import type { Transition } from './transition.ts';

/**
 * Goes on after a step: releases the next, or ends. A cancellation turns it round, unless the plan is complete and
 * cannot be undone: then it came too late, and saying "cancelled" would be a lie.
 */
export function proceed(execution: Execution, now: number): Transition {
  const next = execution.steps.findIndex(({ state }) => state === 'waiting');
  if (execution.cancelled !== null && (next >= 0 || isUndoable(execution))) return unwind(execution, now);
  if (next < 0) return end(execution, 'succeeded', now);
  return release(execution, 'step', next, now) ?? failStep(execution, next, 'VALIDATION_FAILED', now);
}

/** The step certainly had no effect: later ones are not begun, earlier ones are undone (M9). */
export function failStep(execution: Execution, step: number, code: string, now: number): Transition {
  const failed = withStep(execution, step, { state: 'failed', code, doubts: [] });
  return unwind({ ...failed, failure: execution.cancelled === null ? { step, code } : null }, now);
}
