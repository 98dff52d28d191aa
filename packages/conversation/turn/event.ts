import { labelsOf } from '../agent.ts';
import type { ConversationEvent } from '../event.ts';
import type { Task } from '../session/task.ts';
import { dropAll } from './control.ts';
import { endTask } from './end.ts';
import { prompt } from './prompt.ts';
import { flowOf, say, slotOf, titleOf, type Work, wordsOf } from './work.ts';

type EventOf<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>;

/** What a yes would do is known: ask for it. A look-up that is no longer waited for is dropped, whatever it says. */
export function takeLookupResult(work: Work, { lookupId, outcome }: EventOf<'lookup_result'>) {
  const { task, handover } = work.state;
  const tasks = [task, ...work.state.waiting].filter((item) => item !== null && 'phase' in item);
  const waiting = tasks.find(({ phase }) => phase.at === 'looking_up' && phase.lookupId === lookupId);
  if (waiting === undefined || handover !== null) {
    work.audit.push({ type: 'stale_lookup_dropped', taskId: null });
    return;
  }
  if (outcome.ok) {
    waiting.phase = { at: 'confirming', digest: outcome.digest, facts: outcome.facts };
    if (waiting === task) prompt(work, waiting);
    return;
  }
  const key = work.agent.renderer.has(outcome.response) ? outcome.response : 'lookup_failed';
  say(work, key, { task: waiting, facts: outcome.facts });
  if (asksAgain(work, waiting, key)) return;
  if (waiting === task) endTask(work);
  else work.state.waiting = work.state.waiting.filter((item) => item !== waiting);
}

/** A refusal that invites another value keeps the task and everything else that is known. */
function asksAgain(work: Work, task: Task, response: string): boolean {
  const flow = flowOf(work, task.intent);
  const slot = flow === null ? undefined : slotOf(flow, flow.refused[response] ?? '');
  if (slot === undefined) return false;
  delete task.slots[slot.name];
  task.phase = { at: 'asking', slot: slot.name, as: 'refused', candidates: [], words: '', replacing: false };
  return true;
}

/**
 * How something ended. It is said whatever is going on now, with the name of what it is about when that is something
 * else; it never touches the present task. The facts fill places in a template and nothing more.
 */
export function takeOutcome(work: Work, event: EventOf<'outcome'>) {
  const { state } = work;
  const about = state.submitted.find(({ taskId }) => taskId === event.taskId);
  const final = event.status !== 'pending';
  if (final) state.submitted = state.submitted.filter(({ taskId }) => taskId !== event.taskId);
  const slot = about?.slots ?? {};
  const label = labelsOf(work.agent, slot, work.locale, about?.intent);
  const values = { slot, label, facts: event.facts, user: work.snapshot.user, value: {} };
  const text = work.agent.renderer.render(event.response, values, work.locale);
  const elsewhere = state.task !== null || state.submitted.some(({ taskId }) => taskId !== event.taskId);
  const named =
    about !== undefined && elsewhere
      ? wordsOf(work, 'about', { task: titleOf(work, about.intent), text })
      : text;
  work.replies.push({ key: event.response, text: named, locale: work.locale });
  if (about !== undefined) work.understood = { intent: about.intent, confidence: 1, excluded: [] };
}

/** An answer that never came is no answer: what waited for it is dropped and nothing is done. */
export function takeExpiry(work: Work, what: 'confirmation' | 'session') {
  const { task } = work.state;
  if (what === 'session') {
    work.audit.push({ type: 'session_expired', taskId: task?.id ?? null });
    dropAll(work);
    work.state.dialog = [];
    return;
  }
  if (task === null || (task.phase.at !== 'confirming' && task.phase.at !== 'amending')) return;
  work.audit.push({ type: 'confirmation_expired', taskId: task.id });
  say(work, 'confirm_expired', { task, value: { task: titleOf(work, task.intent) } });
  endTask(work);
}

/** A person takes over: from here on nothing this machine had in hand is said or done. */
export function takeHandover(work: Work, reason: string) {
  work.audit.push({ type: 'handed_over', taskId: work.state.task?.id ?? null });
  dropAll(work);
  work.state.handover = { reason };
  say(work, 'with_a_person');
}

/** A person gives the session back, or an operator frees it: it starts afresh; what went downstream is still awaited. */
export function takeRelease(work: Work) {
  work.audit.push({ type: 'released', taskId: work.state.task?.id ?? null });
  dropAll(work);
  work.state.handover = null;
  say(work, 'released');
}
