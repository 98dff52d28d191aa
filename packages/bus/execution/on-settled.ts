import { unwind } from '../compensation/unwind.ts';
import { stepTurnedOutDone, stepTurnedOutFailed } from '../verification/monitor.ts';
import type { ExecutionEvent, Resolution } from './event.ts';
import { release } from './release.ts';
import { type Execution, type MatterReason, withoutMatter, withStep } from './state.ts';
import { ignored, moved, type Transition } from './transition.ts';

/** A person found out what the machine could not, and the execution goes on from there. */
export function onSettled(
  execution: Execution,
  { step, resolution }: Extract<ExecutionEvent, { type: 'settled' }>,
  now: number,
): Transition {
  const matter = execution.steps[step]?.matter;
  if (matter === undefined) return ignored(execution);
  const settled = decided(execution, step, matter.reason, resolution, now);
  if (settled.verdict === 'ignored') return settled;
  const moment = {
    name: 'settled',
    call: null,
    fence: execution.fence,
    startAt: matter.since,
    endAt: now,
    code: matter.reason,
  } as const;
  return { ...settled, effects: [{ type: 'moment', moment }, ...settled.effects] };
}

function decided(
  execution: Execution,
  step: number,
  reason: MatterReason,
  resolution: Resolution,
  now: number,
): Transition {
  switch (reason) {
    case 'POISONED':
      if (resolution.type === 'again' && execution.cancelled === null) {
        return runAgain(execution, step, now);
      }
      return foundOut(execution, step, resolution, now);
    case 'OUTCOME_UNKNOWN':
      return resolution.type === 'again' ? ignored(execution) : foundOut(execution, step, resolution, now);
    case 'COMPENSATION_FAILED':
    case 'COMPENSATION_UNKNOWN':
      return goOn(resolution.type === 'done' ? undone(execution, step) : toUndo(execution, step), now);
    case 'NOT_COMPENSABLE':
    case 'LATE_EFFECT':
      return resolution.type === 'done' ? goOn(undone(execution, step), now) : ignored(execution);
  }
}

const foundOut = (execution: Execution, step: number, resolution: Resolution, now: number): Transition =>
  resolution.type === 'done'
    ? stepTurnedOutDone(execution, step, resolution.output ?? null, now)
    : stepTurnedOutFailed(execution, step, now);

/** All its attempts anew, under the same key. */
const runAgain = (execution: Execution, step: number, now: number): Transition =>
  release(withoutMatter(execution, step), 'step', step, now) ?? stepTurnedOutFailed(execution, step, now);

const undone = (execution: Execution, step: number): Execution =>
  withStep(withoutMatter(execution, step), step, { compensation: 'done' });

function toUndo(execution: Execution, step: number): Execution {
  return {
    ...execution,
    steps: execution.steps.map((progress, index) => {
      if (index !== step) return progress;
      const { matter: _matter, compensation: _compensation, ...rest } = progress;
      return rest;
    }),
  };
}

/** While compensations are under way the loop over them comes to it by itself; an ended execution stays ended. */
const goOn = (execution: Execution, now: number): Transition =>
  execution.phase.name === 'attention' ? unwind(execution, now) : moved(execution);
