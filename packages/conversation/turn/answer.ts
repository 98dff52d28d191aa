import type { JsonValue } from '@hermes-agent/core';
import type { ReadableTask } from '../agent.ts';
import type { Task } from '../session/task.ts';
import { gatherReadings, type ReadableSlot } from '../slot/gather.ts';
import { findUrgency } from '../slot/urgency.ts';
import { blank, readUtterance, type Utterance } from '../text/utterance.ts';
import { about, absorb, acknowledge } from './absorb.ts';
import type { Act } from './act.ts';
import { advance } from './advance.ts';
import { isOtherRequest, takeAside } from './aside.ts';
import { chosenIndex } from './choose.ts';
import { cancelTask } from './end.ts';
import { failedAnswer } from './give-up.ts';
import { prompt } from './prompt.ts';
import { takeSeveral } from './several.ts';
import { flowOf, say, slotOf, titleOf, type Work } from './work.ts';

/** A turn while a slot is asked for: as an answer first, then as anything else. */
export function takeAnswer(work: Work, task: Task, utterance: Utterance, acts: ReadonlySet<Act>) {
  const flow = flowOf(work, task.intent);
  const slot = flow === null || task.phase.at !== 'asking' ? undefined : slotOf(flow, task.phase.slot);
  if (flow === null || slot === undefined) return advance(work, task);
  if (takeChoice(work, task, slot, utterance, acts)) return;
  if (acts.has('skip') && !slot.required) {
    task.skipped.push(slot.name);
    return advance(work, task);
  }

  if (takeSeveral(work, utterance)) return;
  const own = gatherReadings(flow.slots, utterance, work.scope, slot.name).get(slot.name);
  const rest = own === undefined ? utterance.folded : blank(utterance, [own.span]).folded;
  const isText = slot.kind.type === 'text';
  if (!isOtherRequest(work, task, utterance, isText ? utterance.folded : rest)) {
    const asked = isText && speaksOfOthersOnly(flow, task, utterance, work) ? null : slot.name;
    const { filled, changed, same, stuck } = absorb(work, task, utterance, asked);
    if (stuck) return;
    if (filled.length + changed.length > 0) {
      work.act = changed.length > 0 ? 'corrected' : 'filled';
      return advance(work, task);
    }
    if (same.includes(slot.name)) {
      say(work, 'kept', { task, value: about(work, task, slot) });
      return advance(work, task);
    }
    if (same.length > 0) return acknowledge(work, task, same[0]!);
  }
  if (asksAboutSlot(slot, utterance)) {
    say(work, slot.why ?? 'why', {
      task,
      value: { ...about(work, task, slot), task: titleOf(work, task.intent) },
    });
    return prompt(work, task);
  }
  if (acts.size === 0 && takeAside(work, task, utterance)) return;
  if (findUrgency(utterance) !== null && utterance.text.length <= 8) return prompt(work, task);
  if (failedAnswer(work, task, slot)) return;
  // to say again what is wanted is no answer, but it was understood
  if (work.understood?.intent !== task.intent) say(work, 'unclear');
  prompt(work, task);
}

const QUESTION_WORD = /哪|怎么|什么|为何|(?<![a-z])(?:where|how|what|why)(?![a-z])/u;

/** "Where do I find the order number?" while it is asked for. */
const asksAboutSlot = ({ names }: ReadableSlot, { folded }: Utterance): boolean =>
  QUESTION_WORD.test(folded) && names.some((name) => folded.includes(name.toLowerCase()));

/** "order A1001", said of a slot that is filled, is no text for the one that is asked. */
function speaksOfOthersOnly(flow: ReadableTask, task: Task, utterance: Utterance, work: Work): boolean {
  const filled = flow.slots.filter(
    ({ name, kind }) => kind.type !== 'text' && task.slots[name] !== undefined,
  );
  const readings = [...gatherReadings(filled, utterance, work.scope, null).values()];
  if (readings.length === 0) return false;
  let rest = blank(
    utterance,
    readings.map(({ span }) => span),
  ).folded;
  for (const name of filled.flatMap(({ names }) => names)) rest = rest.replaceAll(name.toLowerCase(), ' ');
  return !/\p{L}/u.test(rest.replace(/是的?|(?<![a-z])(?:the|is|it's|my|number)(?![a-z])/gu, ' '));
}

/** Yes or no to an offer, one of the candidates, "as usual": answers that only the question makes sense of. */
function takeChoice(
  work: Work,
  task: Task,
  slot: ReadableSlot,
  utterance: Utterance,
  acts: ReadonlySet<Act>,
): boolean {
  if (task.phase.at !== 'asking') return false;
  const { as, candidates, replacing } = task.phase;
  if (replacing && (acts.has('keep') || acts.has('no'))) {
    delete task.attempts[slot.name];
    say(work, 'kept', { task, value: about(work, task, slot) });
    advance(work, task);
    return true;
  }
  if (as === 'refused' && acts.has('no')) {
    cancelTask(work, task);
    return true;
  }
  if (as === 'offer') {
    if (acts.has('yes') || acts.has('keep') || acts.has('usual')) {
      put(work, task, slot, candidates[0]!, 'profile', 'offered', utterance);
      return true;
    }
    if (acts.has('no') || acts.has('wrong')) {
      task.declined.push(slot.name);
      advance(work, task);
      return true;
    }
    return false;
  }
  if (acts.has('usual') && slot.offerFrom !== null) {
    const stored = work.snapshot.user[slot.offerFrom];
    const value = stored === undefined ? null : slot.reader.recall(stored, work.scope);
    if (value !== null) {
      put(work, task, slot, value, 'profile', 'usual', utterance);
      return true;
    }
  }
  if (candidates.length === 0) return false;
  if (acts.has('none') || acts.has('no')) {
    task.phase = { ...task.phase, as: 'question', candidates: [] };
    prompt(work, task);
    return true;
  }
  const labels = candidates.map((candidate) =>
    (['zh', 'en'] as const).map((locale) => slot.reader.describe(candidate, locale)).join(' '),
  );
  const onlyOne = candidates.length === 1 && acts.has('yes');
  const index = onlyOne
    ? 0
    : chosenIndex(
        utterance,
        labels.map((label) => readUtterance(label).folded),
      );
  if (index === null) return false;
  put(work, task, slot, candidates[index]!, 'user', 'chosen', utterance);
  return true;
}

function put(
  work: Work,
  task: Task,
  slot: ReadableSlot,
  value: JsonValue,
  from: 'user' | 'profile',
  rule: string,
  { text }: Utterance,
) {
  const changed = task.slots[slot.name] !== undefined;
  task.slots[slot.name] = { value, phrase: text, from, rule, span: null, turn: work.state.turn };
  delete task.attempts[slot.name];
  work.touched.push(slot.name);
  work.act = changed ? 'corrected' : 'filled';
  if (changed) say(work, 'corrected', { task, value: about(work, task, slot) });
  advance(work, task);
}
