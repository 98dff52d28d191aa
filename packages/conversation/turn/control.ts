import type { Task } from '../session/task.ts';
import type { Utterance } from '../text/utterance.ts';
import type { Act } from './act.ts';
import { cancelTask } from './end.ts';
import { emitHandover } from './give-up.ts';
import { prompt } from './prompt.ts';
import { flowOf, listed, say, slotOf, titleOf, type Work } from './work.ts';

/** What may be said at any depth: stop, a person, again, why, one moment. True when the turn was one of these. */
export function obeyControl(work: Work, utterance: Utterance, acts: ReadonlySet<Act>): boolean {
  const { task } = work.state;
  if (acts.has('human')) {
    work.act = 'human';
    say(work, 'handing_over');
    emitHandover(work, task, 'user_asked');
    dropAll(work);
    return true;
  }
  if (acts.has('cancel_all') || acts.has('restart')) {
    const titles = [...(task === null ? [] : [task]), ...work.state.waiting.toReversed()].map(({ intent }) =>
      titleOf(work, intent),
    );
    if (titles.length === 0 && !acts.has('restart')) return false;
    work.act = 'cancelled';
    if (titles.length > 0) say(work, 'cancelled', { value: { task: listed(work, titles) } });
    else say(work, 'released');
    if (task !== null) work.audit.push({ type: 'cancelled', taskId: task.id });
    dropAll(work);
    return true;
  }
  if (task === null) return false;
  if (acts.has('cancel') && !isAnsweredByNo(task, acts) && !isOption(work, task, utterance)) {
    cancelTask(work, task);
    return true;
  }
  if (acts.has('repeat')) {
    prompt(work, task);
    return true;
  }
  return task.phase.at === 'asking' && askedAboutQuestion(work, task, acts);
}

/** 不用 to an offer turns the offer down; it does not cancel. */
const isAnsweredByNo = (task: Task, acts: ReadonlySet<Act>): boolean =>
  acts.has('no') && task.phase.at === 'asking' && task.phase.as === 'offer';

/** 不想要了 to "why do you return it?" is one of the answers on offer, not the end of the task. */
function isOption(work: Work, task: Task, utterance: Utterance): boolean {
  const flow = flowOf(work, task.intent);
  const slot = flow === null || task.phase.at !== 'asking' ? undefined : slotOf(flow, task.phase.slot);
  if (slot?.kind.type !== 'enum') return false;
  const reading = slot.reader.answer(utterance, work.scope);
  return reading?.kind === 'value' && bare(reading.phrase) === bare(utterance.text);
}

const bare = (text: string): string => text.replaceAll(/[\s\p{P}]/gu, '');

function askedAboutQuestion(work: Work, task: Task, acts: ReadonlySet<Act>): boolean {
  const flow = flowOf(work, task.intent);
  const slot = flow === null || task.phase.at !== 'asking' ? undefined : slotOf(flow, task.phase.slot);
  if (slot === undefined) return false;
  const value = { title: slot.title[work.locale], task: titleOf(work, task.intent) };
  if (acts.has('wait')) {
    say(work, 'wait');
    return true;
  }
  if (acts.has('why')) {
    say(work, slot.why ?? 'why', { task, value });
    prompt(work, task);
    return true;
  }
  if (acts.has('skip') && slot.required) {
    say(work, 'cannot_skip', { task, value });
    prompt(work, task);
    return true;
  }
  return false;
}

/** Forgets everything that is under way and has not gone downstream. */
export function dropAll(work: Work) {
  work.state.task = null;
  work.state.waiting = [];
  work.state.menu = null;
}
