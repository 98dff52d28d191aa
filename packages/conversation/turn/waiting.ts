import { beginTask } from './begin.ts';
import { prompt } from './prompt.ts';
import { flowOf, say, titleOf, type Work } from './work.ts';

/** When a task ended, goes on with what waits. That may end at once too, and the next is taken up. */
export function takeUpWaiting(work: Work) {
  const { state } = work;
  while (work.ended && state.task === null && state.handover === null) {
    work.ended = false;
    const next = state.waiting.pop();
    if (next === undefined) return;
    const value = { task: titleOf(work, next.intent) };
    if (flowOf(work, next.intent) === null) {
      work.ended = true;
    } else if ('text' in next) {
      say(work, 'next_task', { value });
      beginTask(work, next.intent, next.text);
    } else {
      state.task = next;
      say(work, 'resumed', { value });
      prompt(work, next);
    }
  }
}
