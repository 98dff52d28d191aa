import type { Task } from '../session/task.ts';
import { say, titleOf, type Work } from './work.ts';

/** Forgets the running task. What waits behind it is taken up by `takeUpWaiting` before the event is over. */
export function endTask(work: Work) {
  work.state.task = null;
  work.ended = true;
}

/** Drops the running task with nothing done. */
export function cancelTask(work: Work, task: Task) {
  work.act = 'cancelled';
  work.audit.push({ type: 'cancelled', taskId: task.id });
  say(work, 'cancelled', { task, value: { task: titleOf(work, task.intent) } });
  endTask(work);
}
