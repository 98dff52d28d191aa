import { release } from '../execution/release.ts';
import { type Execution, type MatterReason, type StepProgress, withStep } from '../execution/state.ts';
import { endUndone } from '../execution/tell.ts';
import type { Transition } from '../execution/transition.ts';
import type { PlannedStep } from '../order/order.ts';

/**
 * Undoes what has been done, the latest first, one compensation at a time (sagas: Garcia-Molina and Salem, 1987).
 * Only steps that may have taken effect are touched. What cannot be undone becomes a matter for a person and
 * does not keep the rest from being undone. Ends the execution when nothing is left to do.
 */
export function unwind(execution: Execution, now: number): Transition {
  let current = skipWaiting(execution);
  for (let step = current.steps.length - 1; step >= 0; step -= 1) {
    const planned = current.order.steps[step]!;
    if (!needsUndoing(planned, current.steps[step]!)) continue;
    if (planned.compensation === undefined) {
      current = leaveToPerson(current, step, 'NOT_COMPENSABLE', now);
      continue;
    }
    const released = release(current, 'compensation', step, now);
    if (released !== null) return released;
    current = leaveToPerson(
      withStep(current, step, { compensation: 'failed' }),
      step,
      'COMPENSATION_FAILED',
      now,
    );
  }
  return endUndone(current, now);
}

/** Whether every effect taken so far can be undone by a declared compensation. */
export const isUndoable = ({ order, steps }: Execution): boolean =>
  steps.every((progress, step) => {
    const planned = order.steps[step]!;
    return !needsUndoing(planned, progress) || planned.compensation !== undefined;
  });

/** A compensation came to its end without success. */
export function compensationLost(
  execution: Execution,
  step: number,
  state: 'failed' | 'unknown',
  now: number,
): Transition {
  const reason = state === 'failed' ? 'COMPENSATION_FAILED' : 'COMPENSATION_UNKNOWN';
  return unwind(leaveToPerson(withStep(execution, step, { compensation: state }), step, reason, now), now);
}

export const leaveToPerson = (
  execution: Execution,
  step: number,
  reason: MatterReason,
  now: number,
): Execution =>
  withStep(execution, step, { matter: { reason, since: now, code: matterCode(execution, reason) } });

function needsUndoing(planned: PlannedStep, { state, compensation, matter }: StepProgress): boolean {
  if (compensation !== undefined || matter !== undefined) return false;
  if (planned.effects === 'read' && planned.compensation === undefined) return false;
  return state === 'succeeded' || state === 'unknown';
}

function matterCode(execution: Execution, reason: MatterReason): string {
  if (reason === 'OUTCOME_UNKNOWN') return 'OUTCOME_UNKNOWN';
  if (reason === 'POISONED') return 'WORKER_LOST';
  if (reason === 'NOT_COMPENSABLE' || reason === 'LATE_EFFECT') return execution.failure?.code ?? 'CANCELLED';
  return 'COMPENSATION_FAILED';
}

const skipWaiting = (execution: Execution): Execution => ({
  ...execution,
  steps: execution.steps.map((progress) =>
    progress.state === 'waiting' ? { ...progress, state: 'skipped' } : progress,
  ),
});
