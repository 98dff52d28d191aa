import { stepId } from '../execution/call.ts';
import type { Execution } from '../execution/state.ts';
import type { Transition } from '../execution/transition.ts';
import type { World } from './world.ts';

const ENDS: readonly string[] = ['succeeded', 'failed', 'cancelled'];

/** What the bus said while a history was played. */
export interface Told {
  hear(transition: Pick<Transition, 'execution' | 'effects'>): void;
  endsOf(requestId: string): number;
  /** Whether the step ever stood on the operator's list. */
  listed(stepId: string): boolean;
}

export function createTold(): Told {
  const ends = new Map<string, number>();
  const matters = new Set<string>();
  return {
    hear({ execution, effects }) {
      const { requestId } = execution.order;
      for (const [index, { matter }] of execution.steps.entries()) {
        if (matter !== undefined) matters.add(stepId(execution, index));
      }
      for (const effect of effects) {
        if (effect.type === 'conclusion' && ENDS.includes(effect.status)) {
          ends.set(requestId, (ends.get(requestId) ?? 0) + 1);
        }
      }
    },
    endsOf: (requestId) => ends.get(requestId) ?? 0,
    listed: (step) => matters.has(step),
  };
}

/**
 * What must hold when nothing is left to happen and a person has settled what was theirs: each execution has ended
 * exactly once, a service that does not honour its key was asked at most once, a success is one, and every effect
 * of a saga that did not succeed is undone or was on the operator's list.
 */
export function* brokenInvariants(
  executions: readonly Execution[],
  { taken, undone }: World,
  told: Told,
): Generator<string> {
  for (const [step, times] of taken) if (times > 1) yield `${step} took effect ${times} times`;
  for (const execution of executions) {
    const { order, phase } = execution;
    // The fence that a cancellation left before its order came.
    if (order.steps.length === 0) continue;
    if (phase.name !== 'ended') yield `${order.requestId} never ends: ${phase.name}`;
    const ends = told.endsOf(order.requestId);
    if (ends !== 1) yield `${order.requestId} ended ${ends} times`;
    if (phase.name !== 'ended') continue;
    for (const [index, planned] of order.steps.entries()) {
      const step = stepId(execution, index);
      const happened = taken.has(step);
      if (phase.status === 'succeeded' && planned.effects !== 'read' && !happened) {
        yield `${step} succeeded without effect`;
      }
      if (phase.status !== 'succeeded' && happened && !undone.has(step) && !told.listed(step)) {
        yield `${step} took effect, the request is ${phase.status}, and nobody undid it or was told`;
      }
    }
  }
}
