import { type EndStatus, type Execution, hasMatters, type Status } from './state.ts';
import { moved, type Transition } from './transition.ts';

/** Tells the user-visible status when it has changed. */
export const tell = (
  execution: Execution,
  status: Exclude<Status, 'running'>,
  code: string | null,
): Transition =>
  execution.told === status
    ? moved(execution)
    : moved({ ...execution, told: status }, { type: 'conclusion', status, code });

/** Ends the execution for good. */
export function end(execution: Execution, status: EndStatus, now: number): Transition {
  const code = status === 'succeeded' ? null : status === 'cancelled' ? 'CANCELLED' : execution.failure!.code;
  const told = tell({ ...execution, phase: { name: 'ended', status, at: now } }, status, code);
  const life = {
    name: 'request',
    call: null,
    fence: 0,
    startAt: execution.createdAt,
    endAt: now,
    code: code ?? 'OK',
  } as const;
  return { ...told, effects: [...told.effects, { type: 'moment', moment: life }] };
}

/** Stops: a person has to look at the matters that stand open. */
export function awaitAttention(execution: Execution): Transition {
  const matter = execution.steps.find((progress) => progress.matter !== undefined)!.matter!;
  return tell({ ...execution, phase: { name: 'attention' } }, 'needs_attention', matter.code);
}

/** Ends an undone execution, or leaves it to a person when something could not be undone. */
export const endUndone = (execution: Execution, now: number): Transition =>
  hasMatters(execution)
    ? awaitAttention(execution)
    : end(execution, execution.failure === null ? 'cancelled' : 'failed', now);
