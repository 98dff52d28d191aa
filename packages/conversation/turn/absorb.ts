import type { Task } from '../session/task.ts';
import { gatherReadings, type ReadableSlot } from '../slot/gather.ts';
import { keyOf, type SlotReading } from '../slot/slot.ts';
import { findUrgency } from '../slot/urgency.ts';
import type { Utterance } from '../text/utterance.ts';
import { asksForChange } from './act.ts';
import { failedAnswer } from './give-up.ts';
import { prompt, remaining } from './prompt.ts';
import { flowOf, say, type Work } from './work.ts';

/** What a sentence did to a task. */
export interface Absorbed {
  readonly filled: readonly string[];
  readonly changed: readonly string[];
  /** Slots named again with the value they have. */
  readonly same: readonly string[];
  /** A doubt was met and has been asked about: nothing else is to be said. */
  readonly stuck: boolean;
}

/**
 * Takes every slot value out of a sentence. New values fill, other values correct and are announced, the same value
 * changes nothing. A doubt (several people, no such date) is asked about; a slot that has a value keeps it meanwhile.
 */
export function absorb(work: Work, task: Task, utterance: Utterance, asked: string | null): Absorbed {
  const flow = flowOf(work, task.intent);
  if (flow === null) return { filled: [], changed: [], same: [], stuck: false };
  if (findUrgency(utterance) !== null) task.priority = 'high';
  const readings = gatherReadings(flow.slots, utterance, work.scope, asked);
  const filled: string[] = [];
  const changed: string[] = [];
  const same: string[] = [];
  let doubt: { slot: ReadableSlot; reading: SlotReading } | null = null;
  for (const slot of flow.slots) {
    const reading = readings.get(slot.name);
    if (reading === undefined) continue;
    const before = task.slots[slot.name];
    if (reading.kind === 'value') {
      if (before !== undefined && keyOf(before.value) === keyOf(reading.value)) same.push(slot.name);
      else (before === undefined ? filled : changed).push(slot.name);
      if (before === undefined || changed.includes(slot.name)) fill(work, task, slot, reading);
    } else if (before === undefined || slot.name === asked || isMeant(reading) || asksForChange(utterance)) {
      doubt ??= { slot, reading };
    }
  }
  work.touched.push(...filled, ...changed);
  for (const name of changed) {
    const slot = flow.slots.find((candidate) => candidate.name === name)!;
    say(work, 'corrected', { task, value: about(work, task, slot) });
  }
  if (doubt !== null) askAbout(work, task, doubt.slot, doubt.reading, asked);
  return { filled, changed, same, stuck: doubt !== null };
}

/** Whether a doubtful reading surely speaks of its slot: a title with a surname does, a name-like word after 给 does not. */
const isMeant = ({ kind, rule }: SlotReading): boolean =>
  rule !== 'cue' && !(kind === 'invalid' && rule === 'time');

function fill(work: Work, task: Task, slot: ReadableSlot, reading: SlotReading & { kind: 'value' }) {
  const { value, phrase, rule, span } = reading;
  task.slots[slot.name] = {
    value,
    phrase,
    from: 'user',
    rule,
    span: [span[0], span[1]],
    turn: work.state.turn,
  };
  delete task.attempts[slot.name];
}

/** The values the built-in texts speak of a slot with. */
export function about(work: Work, task: Task, slot: ReadableSlot): Record<string, string> {
  const given = task.slots[slot.name];
  return {
    title: slot.title[work.locale],
    given: given === undefined ? '' : slot.reader.describe(given.value, work.locale),
  };
}

function askAbout(work: Work, task: Task, slot: ReadableSlot, reading: SlotReading, asked: string | null) {
  const replacing = task.slots[slot.name] !== undefined;
  const base = { at: 'asking', slot: slot.name, words: reading.phrase, replacing } as const;
  // to name several people narrows it down; only to repeat it leads nowhere
  const narrows =
    reading.kind === 'choice' && !(task.phase.at === 'asking' && task.phase.words === reading.phrase);
  if (!narrows && (asked === slot.name || replacing) && failedAnswer(work, task, slot)) return;
  if (reading.kind === 'choice' || reading.kind === 'unknown') {
    const as = reading.kind === 'choice' && reading.several === true ? 'several' : reading.kind;
    task.phase = { ...base, as, candidates: [...reading.candidates] };
    if (reading.candidates.length === 0) say(work, 'unknown', { task, value: { words: reading.phrase } });
    return prompt(work, task);
  }
  if (reading.kind !== 'invalid') return;
  task.phase = { ...base, as: 'question', candidates: [] };
  const own = reading.reason === 'invalid' ? slot.invalid : null;
  say(work, own ?? reading.reason, { task, value: { words: reading.phrase, ...about(work, task, slot) } });
  if (replacing) say(work, 'kept', { task, value: about(work, task, slot) });
  if (own === null) prompt(work, task);
}

/** "ORD-… " again: it is there already; nothing is asked a second time. */
export function acknowledge(work: Work, task: Task, name: string) {
  const slot = flowOf(work, task.intent)?.slots.find((candidate) => candidate.name === name);
  if (slot === undefined) return;
  say(work, 'noted', { task, value: { ...about(work, task, slot), rest: remaining(work, task) } });
}
