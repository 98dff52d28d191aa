import { executeError } from '../message/execute-error.ts';
import { NO_GUIDANCE } from '../policy/guidance.ts';
import { isDoubtful } from '../retry/decide.ts';
import { attemptEnded } from './attempt-ended.ts';
import { envelopeOf, specOf, unrouted } from './call.ts';
import type { ExecutionEvent, ToolOutcome } from './event.ts';
import { type Call, type Execution, withStep } from './state.ts';
import { ignored, moved, type SideEffect, type Transition } from './transition.ts';

/**
 * A worker that is told to stop gives its attempt back. It counts as no attempt, and the time it took is given
 * back too. Only a write that may have taken effect, and may not be sent twice, cannot simply run elsewhere.
 */
export function onHandedBack(
  execution: Execution,
  event: Extract<ExecutionEvent, { type: 'handed_back' }>,
  now: number,
): Transition {
  const { phase } = execution;
  if (phase.name !== 'running' || execution.fence !== event.fence) return ignored(execution);
  const spec = specOf(execution, phase.call);
  const outcome = interrupted(event.effect);
  const doubtful = isDoubtful(spec, outcome);
  const unwanted = execution.cancelled !== null && phase.call.kind === 'step';
  if (unwanted || (doubtful && !spec.idempotent)) {
    const message = interruptedMessage(execution, phase.call, outcome);
    return attemptEnded(execution, phase, outcome, message, event.guidance ?? NO_GUIDANCE, now);
  }
  const call: Call = {
    ...unrouted(phase.call),
    attempt: phase.call.attempt - 1,
    deadlineAt: phase.call.deadlineAt! + (now - phase.since),
  };
  const { doubts } = execution.steps[call.step]!;
  const marked =
    doubtful && call.kind === 'step'
      ? withStep(execution, call.step, { doubts: [...doubts, event.fence] })
      : execution;
  return moved(
    { ...marked, phase: { name: 'ready', call, since: now } },
    interruptedMessage(execution, phase.call, outcome),
  );
}

const interrupted = (effect: 'none' | 'maybe'): Extract<ToolOutcome, { ok: false }> => ({
  ok: false,
  code: 'WORKER_LOST',
  message: 'The worker was told to stop',
  retryable: true,
  effect,
  executionTimeMs: 0,
});

const interruptedMessage = (
  execution: Execution,
  call: Call,
  { code, message, retryable }: Extract<ToolOutcome, { ok: false }>,
): SideEffect => ({
  type: 'message',
  message: {
    type: 'EXECUTE_ERROR',
    envelope: envelopeOf(execution, call, execution.fence),
    body: executeError(call.id, code, message, retryable),
  },
});
