import { executeTimeout } from '../message/execute-timeout.ts';
import { type Guidance, NO_GUIDANCE } from '../policy/guidance.ts';
import { askNext } from '../verification/monitor.ts';
import { attemptEnded, callFailed, callUnknown } from './attempt-ended.ts';
import { envelopeOf, momentCall, specOf, unrouted } from './call.ts';
import type { ExecutionEvent, ToolOutcome } from './event.ts';
import { proceed } from './proceed.ts';
import { type Call, dueAt, type Execution, type Phase } from './state.ts';
import { andThen, ignored, moved, type SideEffect, type Transition } from './transition.ts';

/** Time has passed. Asked too early it does nothing, so any number of processes may ask. */
export function onDue(
  execution: Execution,
  { guidance = NO_GUIDANCE }: Extract<ExecutionEvent, { type: 'due' }>,
  now: number,
): Transition {
  const at = dueAt(execution);
  if (at === null || now < at) return ignored(execution);
  const { phase } = execution;
  switch (phase.name) {
    case 'scheduled':
      return proceed(execution, now);
    case 'ready':
      return waitedTooLong(execution, phase.call, now);
    case 'running':
      return gaveNoAnswer(execution, phase, guidance, now);
    case 'backing_off':
      return moved(
        { ...execution, phase: { name: 'ready', call: unrouted(phase.call), since: now } },
        {
          type: 'moment',
          moment: {
            name: 'back-off',
            call: momentCall(execution, phase.call),
            fence: execution.fence,
            startAt: phase.since,
            endAt: now,
            code: 'OK',
          },
        },
      );
    case 'monitoring':
      return askNext(execution, phase.step, now);
    case 'attention':
    case 'ended':
      return ignored(execution);
  }
}

/** The budget ended in the queue. No attempt of now is in doubt; earlier ones may be. */
function waitedTooLong(execution: Execution, call: Call, now: number): Transition {
  const { timeoutMs } = specOf(execution, call);
  const doubtful = call.kind === 'step' && execution.steps[call.step]!.doubts.length > 0;
  return andThen(moved(execution, timeoutMessage(execution, call, 0, timeoutMs)), (current) =>
    (doubtful ? callUnknown : callFailed)(current, call, 'EXECUTE_TIMEOUT', now),
  );
}

/** The whole budget is over, or the worker has not been heard of for a lease. */
function gaveNoAnswer(
  execution: Execution,
  phase: Extract<Phase, { name: 'running' }>,
  guidance: Guidance,
  now: number,
): Transition {
  const { call, leaseUntil, since } = phase;
  const overBudget = call.deadlineAt !== null && now >= call.deadlineAt;
  const limitMs = overBudget ? specOf(execution, call).timeoutMs : leaseUntil - since;
  const outcome: ToolOutcome = {
    ok: false,
    code: overBudget ? 'EXECUTE_TIMEOUT' : 'WORKER_LOST',
    message: overBudget ? 'No answer within the budget' : 'The worker has not been heard of',
    retryable: true,
    effect: 'maybe',
    executionTimeMs: now - since,
  };
  const message = timeoutMessage(execution, call, execution.fence, limitMs);
  const ended = attemptEnded(execution, phase, outcome, message, guidance, now);
  return { ...ended, effects: [...ended.effects, { type: 'abort', callId: call.id }] };
}

const timeoutMessage = (execution: Execution, call: Call, fence: number, limitMs: number): SideEffect => ({
  type: 'message',
  message: {
    type: 'EXECUTE_TIMEOUT',
    envelope: envelopeOf(execution, call, fence),
    body: executeTimeout(call.id, limitMs),
  },
});
