import type { JsonValue } from '@hermes-agent/core';
import type { Slot } from '../flow/flow.ts';
import { blank, type Utterance } from '../text/utterance.ts';
import { keyOf, type ReadingScope, type SlotReader, type SlotReading } from './slot.ts';

export interface ReadableSlot extends Slot {
  readonly reader: SlotReader;
}

/** Surest first: what a pattern takes cannot be a name, what a name takes cannot be a date. */
const ORDER = ['pattern', 'directory', 'date_range', 'enum', 'number', 'text'] as const;

/**
 * One reading for each slot a sentence says something about. The asked slot reads first, with its looser parser; every
 * word is used once.
 */
export function gatherReadings(
  slots: readonly ReadableSlot[],
  utterance: Utterance,
  scope: ReadingScope,
  asked: string | null,
): Map<string, SlotReading> {
  const found = new Map<string, SlotReading>();
  const rank = (slot: Slot): number => (slot.name === asked ? -1 : ORDER.indexOf(slot.kind.type));
  let rest = utterance;
  for (const slot of [...slots].sort((left, right) => rank(left) - rank(right))) {
    const readings = [...slot.reader.read(rest, scope)];
    if (readings.length === 0 && slot.name === asked) {
      const answer = slot.reader.answer(rest, scope);
      if (answer !== null) readings.push(answer);
    }
    const meant = settle(withoutNegated(readings, utterance));
    if (meant !== null) found.set(slot.name, meant);
    rest = blank(
      rest,
      readings.map(({ span }) => span),
    );
  }
  return found;
}

const NEGATOR =
  /(?:不是|不要|不给|别给|别|而非|不再是|not|isn't|instead of|rather than|no longer)\s*(?:发给|寄给|给|to|for|the)?\s*$/u;
const CHANGE_TO = /(?:改|换|变|更正|修改|更改|调整)(?:成|为|到|给)|(?<![a-z])(?:to|into|with)(?![a-z])/u;

/** "不是李总监，是王经理", "把A改成B": only what is meant now. */
function withoutNegated(readings: readonly SlotReading[], { folded }: Utterance): SlotReading[] {
  const kept = readings.filter(({ span }) => !NEGATOR.test(folded.slice(Math.max(0, span[0] - 16), span[0])));
  if (kept.length < 2) return kept;
  const last = kept[kept.length - 1]!;
  const before = folded.slice(kept[kept.length - 2]!.span[1], last.span[0]);
  return CHANGE_TO.test(before) ? [last] : kept;
}

/**
 * Values win over words that only look like one. Several different values are a choice of the user's, never ours, and
 * somebody unknown beside somebody known is a doubt about both: no part of what was named is dropped.
 */
function settle(readings: readonly SlotReading[]): SlotReading | null {
  const values = readings.filter((reading) => reading.kind === 'value');
  const choices = readings.filter((reading) => reading.kind === 'choice');
  const unknown = readings.find((reading) => reading.kind === 'unknown' && reading.rule !== 'cue');
  const candidates = distinct([
    ...values.map(({ value }) => value),
    ...choices.flatMap((choice) => choice.candidates),
  ]);
  if (unknown?.kind === 'unknown')
    return { ...unknown, candidates: distinct([...candidates, ...unknown.candidates]) };
  const [first, ...more] = [...values, ...choices];
  if (first === undefined) return readings[0] ?? null;
  if (more.length === 0 || candidates.length < 2) return first;
  const phrase = [first, ...more].map((reading) => reading.phrase).join('、');
  return { kind: 'choice', several: true, candidates, span: first.span, rule: first.rule, phrase };
}

const distinct = (values: readonly JsonValue[]): JsonValue[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];
