import type { Span } from '../text/utterance.ts';
import type { TimeUnit } from './period.ts';

/** One piece of a time expression. What a whole run of pieces means is decided in `resolve.ts`. */
export type TimePart =
  | { readonly part: 'year'; readonly year: number }
  | { readonly part: 'relative'; readonly unit: TimeUnit; readonly offset: number }
  | { readonly part: 'half'; readonly half: number }
  | { readonly part: 'quarter'; readonly quarter: number }
  | { readonly part: 'month'; readonly month: number }
  | { readonly part: 'day'; readonly day: number }
  /** `week` counts from this week; null when none was named. `loose`: English "last Friday", which people use both ways. */
  | {
      readonly part: 'weekday';
      readonly weekday: number;
      readonly week: number | null;
      readonly loose: boolean;
    }
  | { readonly part: 'weekend'; readonly week: number }
  | { readonly part: 'date'; readonly year: number; readonly month: number; readonly day: number }
  | { readonly part: 'year-month'; readonly year: number; readonly month: number }
  /** `5/1/2026`: day and month could be either way round. */
  | { readonly part: 'slashes'; readonly first: number; readonly second: number; readonly year: number }
  | {
      readonly part: 'edge';
      readonly edge: 'first' | 'last';
      readonly unit: TimeUnit;
      readonly count: number;
      readonly alone: 'rolling' | 'ask';
    }
  | { readonly part: 'rolling'; readonly unit: TimeUnit; readonly count: number }
  /** The first, second or last ten days of a month: 上旬, 月中, 月底. */
  | { readonly part: 'third'; readonly third: 1 | 2 | 3 }
  /** From the start of the present year, quarter or month up to today. */
  | { readonly part: 'so-far'; readonly unit: TimeUnit }
  /** Up to today, from whatever else was named. */
  | { readonly part: 'to-date' }
  | { readonly part: 'from' }
  | { readonly part: 'connector' }
  /** "and" joins a range only where "between" was said; else it lists two things. */
  | { readonly part: 'and' }
  | { readonly part: 'between' }
  | { readonly part: 'glue' }
  /** A word about time that this grammar does not read. It makes its whole run unclear, never a shorter one. */
  | { readonly part: 'unknown' };

export type TimeToken = TimePart & {
  readonly span: Span;
  /** A weak token (a bare number, "to", 的) belongs to a time expression only beside a strong one. */
  readonly weak: boolean;
};

/** A rule of the vocabulary: a sticky pattern and what it stands for (null: not here after all). */
export interface TimeRule {
  readonly pattern: RegExp;
  readonly weak: boolean;
  readonly read: (match: RegExpExecArray) => TimePart | null;
}

export const rule = (source: string, read: TimeRule['read'] | TimePart, weak = false): TimeRule => ({
  pattern: new RegExp(source, 'y'),
  weak,
  read: typeof read === 'function' ? read : () => read,
});

/** Every token of the text; at each place the longest rule wins, and the first among equals. */
export function tokenize(folded: string, rules: readonly TimeRule[]): TimeToken[] {
  const tokens: TimeToken[] = [];
  for (let index = 0; index < folded.length; ) {
    let best: TimeToken | null = null;
    for (const { pattern, weak, read } of rules) {
      pattern.lastIndex = index;
      const match = pattern.exec(folded);
      if (match === null || match[0].length <= (best === null ? 0 : best.span[1] - index)) continue;
      const part = read(match);
      if (part !== null) best = { ...part, span: [index, index + match[0].length], weak };
    }
    if (best !== null) tokens.push(best);
    index = best === null ? index + 1 : best.span[1];
  }
  return tokens;
}
