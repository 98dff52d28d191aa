import { CODES } from '@hermes-agent/core';
import { executeError } from '../message/execute-error.ts';
import type { RouteRefusal } from '../route/routing.ts';
import { callFailed, callUnknown } from './attempt-ended.ts';
import { envelopeOf, momentCall } from './call.ts';
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
    const told = moved(
      execution,
      refusalMessage(execution, phase.call, routing.code),
      chosen(execution, phase.call, routing.code, now),
    );
    return andThen(told, (current) => refused(current, phase.call, routing.code, now));
  }
  const call: Call = { ...phase.call, target: routing.target };
  const routed: Execution = { ...execution, phase: { ...phase, call } };
  return moved(routed, chosen(routed, call, 'OK', now, routing.reason));
}

/** In the tool's place: each request of the journal has its answer, and whoever counts answers counts this one. */
const refusalMessage = (execution: Execution, call: Call, code: RouteRefusal): SideEffect => ({
  type: 'message',
  message: {
    type: 'EXECUTE_ERROR',
    envelope: envelopeOf(execution, call, execution.fence),
    body: executeError(call.id, code, 'Nothing may run it for now', CODES[code].retryable),
  },
});

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
