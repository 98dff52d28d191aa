import { callFailed, callUnknown } from './attempt-ended.ts';
import { momentCall } from './call.ts';
import type { ExecutionEvent } from './event.ts';
import type { Call, Execution } from './state.ts';
import { andThen, ignored, moved, type SideEffect, type Transition } from './transition.ts';

/** The version that the ready call runs has been chosen; or no version may run it, and it ends before it began. */
export function onRouted(
  execution: Execution,
  { routing }: Extract<ExecutionEvent, { type: 'routed' }>,
  now: number,
): Transition {
  const { phase } = execution;
  if (phase.name !== 'ready') return ignored(execution);
  if (routing.type === 'refuse') {
    return andThen(moved(execution, chosen(execution, phase.call, routing.code, now)), (current) =>
      refused(current, phase.call, routing.code, now),
    );
  }
  const call: Call = { ...phase.call, target: routing.target };
  const routed: Execution = { ...execution, phase: { ...phase, call } };
  return moved(routed, chosen(routed, call, 'OK', now, routing.reason));
}

/** This attempt did not begin; earlier ones of the same call may still be in doubt. */
function refused(execution: Execution, call: Call, code: string, now: number): Transition {
  const doubtful = call.kind === 'step' && execution.steps[call.step]!.doubts.length > 0;
  return (doubtful ? callUnknown : callFailed)(execution, call, code, now);
}

const chosen = (
  execution: Execution,
  call: Call,
  code: string,
  now: number,
  reason?: string,
): SideEffect => ({
  type: 'moment',
  moment: {
    name: 'route',
    call: momentCall(execution, call),
    fence: execution.fence,
    startAt: now,
    endAt: now,
    code,
    ...(reason === undefined ? {} : { about: { reason } }),
  },
});
