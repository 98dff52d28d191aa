import type { JsonObject } from '@hermes-agent/core';
import type { Execution, Status } from './execution/state.ts';
import { failedStepOf, outputsOf, type StepView, stepViews } from './journal/conclusion.ts';
import { displayTimeoutMs } from './timeout/budget.ts';

/** An execution as it stands now. */
export interface ExecutionView {
  readonly requestId: string;
  readonly sessionId: string;
  readonly tenant: string;
  readonly subject: string;
  readonly status: Status;
  /** The code it ended with, or waits for a person with; null while all is well. */
  readonly code: string | null;
  readonly failedStep: string | null;
  readonly steps: readonly StepView[];
  readonly outputs: JsonObject;
  readonly origin: JsonObject;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** How long after `createdAt` a user who has heard nothing is told that it is still being processed. */
  readonly displayTimeoutMs: number;
}

export function viewOf(execution: Execution): ExecutionView {
  const { order, phase, told, createdAt } = execution;
  return {
    requestId: order.requestId,
    sessionId: order.sessionId,
    tenant: order.tenant,
    subject: order.subject,
    status: told,
    code: codeOf(execution),
    failedStep: failedStepOf(execution),
    steps: stepViews(execution),
    outputs: outputsOf(execution),
    origin: order.origin,
    createdAt,
    endedAt: phase.name === 'ended' ? phase.at : null,
    displayTimeoutMs: displayTimeoutMs(order),
  };
}

function codeOf({ told, failure, steps }: Execution): string | null {
  switch (told) {
    case 'running':
    case 'succeeded':
      return null;
    case 'cancelled':
      return 'CANCELLED';
    case 'failed':
      return failure?.code ?? null;
    case 'needs_attention':
      return steps.find(({ matter }) => matter !== undefined)?.matter?.code ?? null;
    case 'pending':
      return steps.find(({ state }) => state === 'unknown')?.code ?? null;
  }
}
