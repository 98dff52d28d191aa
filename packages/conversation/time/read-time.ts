import type { Span, Utterance } from '../text/utterance.ts';
import type { Day } from './civil-date.ts';
import { resolveRange } from './range.ts';
import { type Resolution, resolveParts } from './resolve.ts';
import { type TimePart, type TimeToken, tokenize } from './token.ts';
import { EN_RULES } from './vocabulary-en.ts';
import { NUMBER_RULES } from './vocabulary-number.ts';
import { ZH_RULES } from './vocabulary-zh.ts';

const RULES = [...NUMBER_RULES, ...ZH_RULES, ...EN_RULES];

export type TimeReading = Resolution & {
  readonly span: Span;
  /** The user's own words. */
  readonly phrase: string;
};

/**
 * Every time expression of an utterance, resolved against the civil date `now`. An expression is the longest run of
 * words about time; it is understood whole or not at all.
 */
export function readTime(utterance: Utterance, now: Day): TimeReading[] {
  const runs = splitRuns(tokenize(utterance.folded, RULES), utterance.folded);
  const readings = runs.map((run) => {
    const span: Span = [run[0]!.span[0], run[run.length - 1]!.span[1]];
    return { ...resolveRun(run, now), span, phrase: utterance.text.slice(...span), parts: run };
  });
  // "send me Q3 today": today is when, not which period
  const weighty = readings.filter(({ parts }) => !parts.every(isDayAdverb));
  return (weighty.length > 0 ? weighty : readings).map(({ parts: _, ...reading }) => reading);
}

/** Runs of tokens with nothing but spaces between them that hold at least one strong token, trimmed of loose ends. */
function splitRuns(tokens: readonly TimeToken[], folded: string): TimeToken[][] {
  const runs: TimeToken[][] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    const gap = run === undefined ? null : folded.slice(run.at(-1)!.span[1], token.span[0]);
    if (run !== undefined && gap !== null && gap.trim() === '') run.push(token);
    else runs.push([token]);
  }
  return runs.filter((run) => run.some(({ weak }) => !weak)).map(trim);
}

const LOOSE_START = new Set<TimePart['part']>(['glue', 'connector', 'and']);
const LOOSE_END = new Set<TimePart['part']>(['glue', 'connector', 'and', 'from']);

function trim(run: TimeToken[]): TimeToken[] {
  let start = 0;
  let end = run.length;
  while (start < end && LOOSE_START.has(run[start]!.part)) start += 1;
  while (end > start && LOOSE_END.has(run[end - 1]!.part)) end -= 1;
  return run.slice(start, end);
}

const isDayAdverb = (part: TimePart): boolean =>
  part.part === 'glue' || (part.part === 'relative' && part.unit === 'day' && part.offset >= 0);

function resolveRun(run: readonly TimeToken[], now: Day): Resolution {
  const between = run.some(({ part }) => part === 'between');
  const parts = run.filter(({ part }) => part !== 'between');
  const joints = parts.flatMap((part, index) =>
    part.part === 'connector' || part.part === 'and' ? [index] : [],
  );
  if (joints.length === 0) return between ? { problem: 'unclear' } : resolveParts(parts, now);
  const [joint] = joints;
  if (joints.length > 1 || (parts[joint!]!.part === 'and' && !between)) return { problem: 'unclear' };
  return resolveRange(parts.slice(0, joint), parts.slice(joint! + 1), now);
}
