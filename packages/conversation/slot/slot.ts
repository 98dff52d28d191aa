import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import type { Locale } from '../text/locale.ts';
import type { Span, Utterance } from '../text/utterance.ts';
import type { Day } from '../time/civil-date.ts';

/** What a reader may know besides the words. */
export interface ReadingScope {
  /** The civil date it is for the user. */
  readonly today: Day;
}

/** What a reader made of some words. Everything but `value` is a reason to ask. */
export type SlotReading = {
  /** Where the words stand. */
  readonly span: Span;
  /** Which rule read them, for provenance. */
  readonly rule: string;
  /** The words themselves. */
  readonly phrase: string;
} & (
  | { readonly kind: 'value'; readonly value: JsonValue }
  /** Several values fit: which one? With `several`, that many were named. */
  | { readonly kind: 'choice'; readonly candidates: readonly JsonValue[]; readonly several?: true }
  /** Nothing fits; `candidates` are the nearest, if any. */
  | { readonly kind: 'unknown'; readonly candidates: readonly JsonValue[] }
  /** It is not a value, and `reason` names the response that says why. */
  | { readonly kind: 'invalid'; readonly reason: string }
);

/** How one slot reads words. Made once per flow slot by `createReader`. */
export interface SlotReader {
  /** Readings anywhere in a sentence: only what cannot be mistaken for anything else. */
  read(utterance: Utterance, scope: ReadingScope): readonly SlotReading[];
  /** A reading of a whole answer to this slot's own question, which may be looser. */
  answer(utterance: Utterance, scope: ReadingScope): SlotReading | null;
  /** A stored text (a profile field) as a value now; null when it no longer is one. */
  recall(stored: JsonValue, scope: ReadingScope): JsonValue | null;
  /** The value in words a user reads. */
  describe(value: JsonValue, locale: Locale): string;
  /** What is worth remembering of a value, as a profile field holds it. */
  remember(value: JsonValue): JsonValue;
  /** JSON Schema (2020-12) of the values. */
  readonly schema: JsonObject;
}

/** What makes two values the same, whatever words they came from. */
export function keyOf(value: JsonValue): string {
  if (!isJsonObject(value)) return JSON.stringify(value);
  return typeof value.id === 'string' ? value.id : `${value.start}/${value.end}`;
}
