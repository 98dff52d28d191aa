import type { JsonObject } from '@hermes-agent/core';
import { summarize } from '../context/dialog.ts';
import { LIMITS } from '../session/state.ts';
import type { Task } from '../session/task.ts';
import type { ReadableSlot } from '../slot/gather.ts';
import { advance } from './advance.ts';
import { endTask } from './end.ts';
import { flowOf, say, titleOf, valuesOf, type Work } from './work.ts';

/**
 * Counts a failed answer. At the limit a correction keeps the old value, an optional slot is passed over, and a required
 * one goes to a person with everything known. True when the limit was reached and that has been said.
 */
export function failedAnswer(work: Work, task: Task, slot: ReadableSlot): boolean {
  const attempts = (task.attempts[slot.name] ?? 0) + 1;
  task.attempts[slot.name] = attempts;
  work.act = 'unclear';
  if (attempts < LIMITS.attempts) return false;
  work.audit.push({ type: 'attempts_exhausted', taskId: task.id });
  delete task.attempts[slot.name];
  const filled = task.slots[slot.name];
  if (filled !== undefined) {
    const given = slot.reader.describe(filled.value, work.locale);
    say(work, 'kept', { task, value: { title: slot.title[work.locale], given } });
    advance(work, task);
  } else if (!slot.required) {
    task.skipped.push(slot.name);
    advance(work, task);
  } else {
    say(work, 'gave_up', { task, value: { task: titleOf(work, task.intent) } });
    emitHandover(work, task, 'attempts_exhausted');
    endTask(work);
  }
  return true;
}

/** Gives a person what is known, so that nobody has to say it again. */
export function emitHandover(work: Work, task: Task | null, reason: string) {
  const { state } = work;
  const waiting = state.waiting.toReversed().map(({ intent }) => titleOf(work, intent));
  const packet: JsonObject = {
    locale: work.locale,
    summary: summarize(state.dialog, (intent) => titleOf(work, intent), work.locale),
    task: task === null ? null : describeTask(work, task),
    waiting,
  };
  work.emissions.push({ type: 'handover', taskId: task?.id ?? null, reason, packet });
}

function describeTask(work: Work, task: Task): JsonObject {
  const missing = flowOf(work, task.intent)?.slots.filter(
    ({ name, required }) => required && task.slots[name] === undefined,
  );
  return {
    intent: task.intent,
    title: titleOf(work, task.intent),
    priority: task.priority,
    slots: valuesOf(task),
    missing: (missing ?? []).map(({ name }) => name),
  };
}
