import type { JsonValue } from '@hermes-agent/core';
import { leaveToPerson } from '../compensation/unwind.ts';
import { type Execution, withStep } from './state.ts';
import { moved, type Transition } from './transition.ts';

/**
 * A step that had been taken for failed, or had been undone on suspicion, did take effect after all. While the rest
 * is still being undone it is undone with it; otherwise a person has to look. Null when there is nothing to it.
 */
export function lateEffect(
  execution: Execution,
  step: number,
  output: JsonValue,
  now: number,
): Transition | null {
  const progress = execution.steps[step]!;
  const planned = execution.order.steps[step]!;
  const given = progress.state === 'failed' || progress.state === 'skipped' || progress.state === 'unknown';
  if (planned.effects === 'read' || !given || progress.matter !== undefined) return null;
  const happened = withStep(execution, step, { state: 'succeeded', output, doubts: [] });
  const unwinding = execution.phase.name !== 'ended' && execution.phase.name !== 'attention';
  const undoable = planned.compensation !== undefined && progress.compensation === undefined;
  return moved(unwinding && undoable ? happened : leaveToPerson(happened, step, 'LATE_EFFECT', now));
}
