import { executeAck } from '../message/execute-ack.ts';
import { attemptLimitMs } from '../timeout/budget.ts';
import { envelopeOf, momentCall, specOf } from './call.ts';
import type { ExecutionEvent } from './event.ts';
import type { Call, Execution } from './state.ts';
import { ignored, moved, type Transition } from './transition.ts';

/**
 * A worker takes the call up. Fence and attempt grow *before* anything runs: a claim that is durable means that
 * the attempt may have begun, so that no crash can hide one, and a call that kills its workers runs out of attempts.
 */
export function onClaimed(
  execution: Execution,
  event: Extract<ExecutionEvent, { type: 'claimed' }>,
  now: number,
): Transition {
  const { phase } = execution;
  if (phase.name !== 'ready') return ignored(execution);
  const { timeoutMs, attemptLimitMs: ownLimitMs } = specOf(execution, phase.call);
  const deadlineAt = phase.call.deadlineAt ?? now + timeoutMs;
  if (now >= deadlineAt) return ignored(execution);
  const call: Call = { ...phase.call, attempt: phase.call.attempt + 1, deadlineAt };
  const fence = execution.fence + 1;
  return moved(
    {
      ...execution,
      fence,
      phase: {
        name: 'running',
        call,
        worker: event.worker,
        since: now,
        limitMs: attemptLimitMs(timeoutMs, deadlineAt - now, ownLimitMs),
        leaseUntil: now + event.leaseMs,
      },
    },
    {
      type: 'message',
      message: {
        type: 'EXECUTE_ACK',
        envelope: envelopeOf(execution, call, fence),
        body: executeAck(call.id, now),
      },
    },
    {
      type: 'moment',
      moment: {
        name: 'queue',
        call: momentCall(execution, call),
        fence,
        startAt: phase.since,
        endAt: now,
        code: 'OK',
      },
    },
  );
}

/** The worker is alive: its lease runs anew. */
export function onRenewed(
  execution: Execution,
  event: Extract<ExecutionEvent, { type: 'renewed' }>,
  now: number,
): Transition {
  const { phase } = execution;
  if (phase.name !== 'running' || execution.fence !== event.fence) return ignored(execution);
  return moved({ ...execution, phase: { ...phase, leaseUntil: now + event.leaseMs } });
}
