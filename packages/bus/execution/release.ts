import { executeRequest } from '../message/execute-request.ts';
import { envelopeOf, inputOf, specOf, stepId } from './call.ts';
import { type Call, type CallKind, type Execution, type StepProgress, withStep } from './state.ts';
import { moved, type Transition } from './transition.ts';

/**
 * Puts a call up for workers to take, with its EXECUTE_REQUEST. Null when its input names something that is not
 * there, so that it can never run.
 */
export function release(execution: Execution, kind: CallKind, step: number, now: number): Transition | null {
  const input = inputOf(execution, { kind, step });
  if (!input.ok) return null;
  const { tool, timeoutMs, retryPolicy } = specOf(execution, { kind, step });
  const call: Call = {
    kind,
    step,
    id: callId(execution, kind, step),
    attempt: 0,
    deadlineAt: kind === 'step' ? now + timeoutMs : null,
  };
  return moved(
    {
      ...withStep(execution, step, released(kind, execution.steps[step]!)),
      phase: { name: 'ready', call, since: now },
    },
    {
      type: 'message',
      message: {
        type: 'EXECUTE_REQUEST',
        envelope: envelopeOf(execution, call, 0),
        body: executeRequest(tool, input.value, timeoutMs, retryPolicy),
      },
    },
  );
}

function callId(execution: Execution, kind: CallKind, step: number): string {
  const id = stepId(execution, step);
  const { asks, compensations } = execution.steps[step]!;
  if (kind === 'step') return id;
  if (kind === 'fallback') return `${id}/fallback`;
  if (kind === 'verification') return `${id}/verify/${asks + 1}`;
  return compensations === 0 ? `${id}/comp` : `${id}/comp/${compensations + 1}`;
}

function released(kind: CallKind, { asks, compensations }: StepProgress): Partial<StepProgress> {
  if (kind === 'step') return { state: 'active' };
  if (kind === 'fallback') return {};
  if (kind === 'verification') return { asks: asks + 1 };
  return { compensation: 'active', compensations: compensations + 1 };
}
