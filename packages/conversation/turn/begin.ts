import type { Task } from '../session/task.ts';
import { readUtterance } from '../text/utterance.ts';
import { absorb } from './absorb.ts';
import { advance } from './advance.ts';
import { flowOf, type Work } from './work.ts';

/** Starts a task with what the sentence already says of it. */
export function beginTask(work: Work, intent: string, text: string, confidence = 1) {
  const flow = flowOf(work, intent);
  if (flow === null) return;
  work.state.tasks += 1;
  const task: Task = {
    id: String(work.state.tasks),
    intent,
    slots: {},
    priority: 'normal',
    confidence,
    phase: { at: 'starting' },
    attempts: {},
    skipped: [],
    declined: [],
  };
  work.state.task = task;
  if (!absorb(work, task, readUtterance(text), null).stuck) advance(work, task);
}
