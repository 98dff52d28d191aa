import type { ReadableTask } from '../agent.ts';
import type { Task } from '../session/task.ts';
import type { ReadableSlot } from '../slot/gather.ts';
import { flowOf, listed, numbered, say, slotOf, titleOf, type Work, wordsOf } from './work.ts';

/** Says the question a task stands at, plainly, as if for the first time. */
export function prompt(work: Work, task: Task) {
  const flow = flowOf(work, task.intent);
  if (flow === null) return;
  const { phase } = task;
  switch (phase.at) {
    case 'looking_up':
      return say(work, 'still_checking');
    case 'confirming':
      return promptConfirmation(work, task, flow);
    case 'amending':
      return say(work, 'what_to_change', {
        task,
        value: {
          titles: listed(
            work,
            flow.slots.map(({ title }) => title[work.locale]),
          ),
        },
      });
    case 'asking': {
      const slot = slotOf(flow, phase.slot);
      if (slot !== undefined) promptSlot(work, task, slot);
    }
  }
}

function promptConfirmation(work: Work, task: Task, flow: ReadableTask) {
  if (task.phase.at !== 'confirming' || flow.confirm === null) return;
  const options = work.agent.renderer.options(flow.confirm, work.locale) ?? yesOrNo(work);
  say(work, flow.confirm, { task, facts: task.phase.facts, options });
}

function promptSlot(work: Work, task: Task, slot: ReadableSlot) {
  if (task.phase.at !== 'asking') return;
  const { as, candidates, words, replacing } = task.phase;
  const title = slot.title[work.locale];
  const labels = candidates.map((candidate) => slot.reader.describe(candidate, work.locale));
  const value = {
    title,
    words,
    options: numbered(labels),
    count: labels.length,
    task: titleOf(work, task.intent),
  };
  if (as === 'offer') {
    const key = slot.offer ?? 'offer';
    const options = work.agent.renderer.options(key, work.locale) ?? yesOrNo(work);
    return say(work, key, { task, value: { ...value, given: labels[0] ?? '' }, options });
  }
  if (as === 'several') return say(work, 'several', { task, value, options: labels });
  if (as === 'choice') return say(work, slot.which ?? 'which', { task, value, options: labels });
  if (as === 'unknown' && labels.length > 0)
    return say(work, slot.unknown ?? 'which', { task, value, options: labels });
  const filled = task.slots[slot.name];
  if (replacing && filled !== undefined)
    return say(work, 'ask_instead', {
      task,
      value: { ...value, given: slot.reader.describe(filled.value, work.locale) },
    });
  if (slot.ask !== null) say(work, slot.ask, { task, value });
}

const yesOrNo = (work: Work): readonly string[] =>
  work.agent.renderer.options('yes_or_no', work.locale) ?? [];

/** What is still to be said, in words that ask nothing. */
export function remaining(work: Work, task: Task): string {
  const flow = flowOf(work, task.intent);
  const missing =
    flow?.slots.filter(({ name, required }) => required && task.slots[name] === undefined) ?? [];
  if (missing.length === 0) return task.phase.at === 'confirming' ? wordsOf(work, 'noted_confirming') : '';
  return wordsOf(work, 'noted_missing', {
    titles: listed(
      work,
      missing.map(({ title }) => title[work.locale]),
    ),
  });
}
