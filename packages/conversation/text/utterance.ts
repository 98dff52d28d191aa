import { simplify } from './traditional.ts';

/** Half-open positions in `Utterance.text`. */
export type Span = readonly [start: number, end: number];

/** What was said, ready to be read. `folded` has the length of `text`, so a span of one is a span of the other. */
export interface Utterance {
  /** NFKC (full-width forms become ASCII), white space collapsed: what slots keep. */
  readonly text: string;
  /** Lower case, simplified characters: what is compared. */
  readonly folded: string;
}

/** Reads raw text. Lone surrogates and control characters become spaces: they must not reach JSON. */
export function readUtterance(raw: string): Utterance {
  const text = raw
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFD\s]+/gu, ' ')
    .trim();
  return { text, folded: simplify(lower(text)) };
}

/** Nothing that could mean something: empty, or emoji and punctuation only. */
export const isWordless = (utterance: Utterance): boolean => !/[\p{L}\p{N}]/u.test(utterance.text);

/** Blanks the spans out, keeping every position. */
export function blank(utterance: Utterance, spans: readonly Span[]): Utterance {
  let { text, folded } = utterance;
  for (const [start, end] of spans) {
    const space = ' '.repeat(end - start);
    text = text.slice(0, start) + space + text.slice(end);
    folded = folded.slice(0, start) + space + folded.slice(end);
  }
  return { text, folded };
}

/** Some letters grow when lowered (İ); those stay as they are. */
function lower(text: string): string {
  const whole = text.toLowerCase();
  if (whole.length === text.length) return whole;
  return Array.from(text, (character) => {
    const lowered = character.toLowerCase();
    return lowered.length === character.length ? lowered : character;
  }).join('');
}
