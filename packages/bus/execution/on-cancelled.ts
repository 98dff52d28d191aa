import { unwind } from '../compensation/unwind.ts';
import { becomeUnknown } from '../verification/monitor.ts';
import type { ExecutionEvent } from './event.ts';
import { type Execution, withStep } from './state.ts';
import { ignored, moved, type Transition } from './transition.ts';

/**
 * Somebody wants it stopped. What has not begun does not begin; what runs is asked to stop and decides by how it
 * ends; what has been done is undone.
 */
export function onCancelled(
  execution: Execution,
  event: Extract<ExecutionEvent, { type: 'cancelled' }>,
  now: number,
): Transition {
  const { phase } = execution;
  if (phase.name === 'ended' || execution.cancelled !== null || execution.failure !== null) {
    return ignored(execution);
  }
  const marked: Execution = { ...execution, cancelled: event.reason };
  switch (phase.name) {
    case 'scheduled':
      return unwind(marked, now);
    case 'ready':
    case 'backing_off':
      return phase.call.kind === 'step' ? stopBeforeAttempt(marked, phase.call.step, now) : moved(marked);
    case 'running':
      return phase.call.kind === 'step'
        ? moved(marked, { type: 'abort', callId: phase.call.id })
        : moved(marked);
    case 'monitoring':
    case 'attention':
      return moved(marked);
  }
}

function stopBeforeAttempt(execution: Execution, step: number, now: number): Transition {
  return execution.steps[step]!.doubts.length > 0
    ? becomeUnknown(execution, step, 'CANCELLED', now)
    : unwind(withStep(execution, step, { state: 'skipped' }), now);
}
