import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type { Execution, Status, StepProgress } from '../execution/state.ts';

export type ConclusionStatus = Exclude<Status, 'running'>;

/** How far one step came. */
export interface StepView {
  readonly id: string;
  readonly tool: string;
  readonly version: string;
  readonly state: StepProgress['state'];
  readonly code: string | null;
  readonly compensation: StepProgress['compensation'] | null;
}

/** One change of what a user can be told. `pending` and `needs_attention` may be followed by another; the rest end it. */
export interface Conclusion {
  /** Grows from one conclusion to the next: the reader's cursor. */
  readonly sequence: number;
  readonly requestId: string;
  readonly sessionId: string;
  readonly tenant: string;
  readonly subject: string;
  readonly status: ConclusionStatus;
  readonly code: string | null;
  /** Id of the step that decided it. */
  readonly failedStep: string | null;
  /** Outputs of the steps that have succeeded so far, by step id. */
  readonly outputs: JsonObject;
  readonly steps: readonly StepView[];
  readonly origin: JsonObject;
  readonly at: number;
}

export function concludeFrom(
  execution: Execution,
  status: ConclusionStatus,
  code: string | null,
): Omit<Conclusion, 'sequence' | 'at'> {
  const { order } = execution;
  return {
    requestId: order.requestId,
    sessionId: order.sessionId,
    tenant: order.tenant,
    subject: order.subject,
    status,
    code,
    failedStep: failedStepOf(execution),
    outputs: outputsOf(execution),
    steps: stepViews(execution),
    origin: order.origin,
  };
}

export function outputsOf({ order, steps }: Execution): JsonObject {
  const outputs: Record<string, JsonValue> = {};
  for (const [index, { state, output }] of steps.entries()) {
    if (state === 'succeeded' && output !== undefined) outputs[order.steps[index]!.id] = output;
  }
  return outputs;
}

export function failedStepOf({ order, steps, failure }: Execution): string | null {
  const index = failure?.step ?? steps.findIndex(({ state }) => state === 'unknown' || state === 'failed');
  return order.steps[index]?.id ?? null;
}

export const stepViews = ({ order, steps }: Execution): readonly StepView[] =>
  steps.map(({ state, code, compensation }, index) => {
    const { id, tool, version } = order.steps[index]!;
    return { id, tool, version, state, code: code ?? null, compensation: compensation ?? null };
  });
