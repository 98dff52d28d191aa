import { leaveToPerson } from '../compensation/unwind.ts';
import { specOf } from '../execution/call.ts';
import { type Call, type Execution, withStep } from '../execution/state.ts';
import { awaitAttention } from '../execution/tell.ts';
import { andThen, moved, type Transition } from '../execution/transition.ts';

/** Whether a step has cost a worker with each of its attempts: then it is the call that kills them. */
export const isPoison = (execution: Execution, call: Call, code: string): boolean =>
  code === 'WORKER_LOST' &&
  call.kind === 'step' &&
  execution.cancelled === null &&
  call.attempt >= specOf(execution, call).retryPolicy.maxAttempts;

/** Lays the execution among the dead letters: nothing runs it until a person has looked. */
export function bury(execution: Execution, step: number, code: string, now: number): Transition {
  const { tool, version } = execution.order.steps[step]!;
  const stopped = withStep(execution, step, { state: 'unknown', unknownSince: now, code });
  const told = moved(stopped, {
    type: 'alert',
    code: 'POISONED',
    severity: 'warning',
    summary: {
      zh: `${tool} ${version} 的一个请求每次执行都使工作进程丢失，已移入死信。`,
      en: `A call of ${tool} ${version} lost its worker with every attempt; it is among the dead letters.`,
    },
    fields: { tool, version },
  });
  return andThen(told, (current) => awaitAttention(leaveToPerson(current, step, 'POISONED', now)));
}
