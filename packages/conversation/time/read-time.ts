import type { Span, Utterance } from '../text/utterance.ts';
import { civilDate, type Day } from './civil-date.ts';
import type { Period } from './period.ts';
import { inYear, type Resolution, resolveParts } from './resolve.ts';
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

/** `3月到5月`: each side borrows what only the other one says (the year, the month); the end is included. */
function resolveRange(left: readonly TimePart[], right: readonly TimePart[], now: Day): Resolution {
  if (right.some(({ part }) => part === 'weekday') && has(left, 'relative')) return { problem: 'unclear' };
  const undated = isBare(left) && isBare(right) && has(right, 'month', 'quarter', 'half');
  if (undated && !has(left, 'day') === !has(right, 'day')) {
    return inYear(null, now, (year) => {
      const [first] = periodsIn(left, year, now);
      const [last] =
        first === undefined
          ? []
          : [year, year + 1]
              .flatMap((of) => periodsIn(right, of, now))
              .filter(({ end }) => end > first.start);
      return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
    });
  }
  return rangeUpTo(left, resolveParts([...right, ...borrowed(right, left)], now), now);
}

const periodsIn = (parts: readonly TimePart[], year: number, now: Day): readonly Period[] => {
  const found = resolveParts([...parts, { part: 'year', year }], now);
  return 'periods' in found ? found.periods : [];
};

function rangeUpTo(left: readonly TimePart[], last: Resolution, now: Day): Resolution {
  if (!('periods' in last)) return last;
  const ranges: Period[] = [];
  for (const end of last.periods) {
    const first = startOf(left, end, now);
    if (!('periods' in first)) return first;
    const start = first.periods.findLast((candidate) => candidate.start <= end.start);
    if (start !== undefined) ranges.push({ start: start.start, end: end.end });
  }
  return ranges.length === 0 ? { problem: 'invalid' } : { periods: ranges };
}

const has = (parts: readonly TimePart[], ...names: TimePart['part'][]): boolean =>
  parts.some(({ part }) => names.includes(part));

const BARE: readonly TimePart['part'][] = ['day', 'month', 'quarter', 'half', 'third', 'glue', 'from'];
const isBare = (parts: readonly TimePart[]): boolean => parts.every(({ part }) => BARE.includes(part));

function borrowed(right: readonly TimePart[], left: readonly TimePart[]): TimePart[] {
  if (!isBare(right)) return [];
  return left.filter((part) => {
    if (part.part === 'year') return true;
    if (part.part === 'month') return has(right, 'day') && !has(right, 'month');
    if (part.part !== 'relative') return false;
    return part.unit === 'year' || (part.unit === 'month' && !has(right, 'month', 'quarter', 'half'));
  });
}

/** The left side, in the year (and month) of the right one unless it says its own. */
function startOf(left: readonly TimePart[], end: Period, now: Day): Resolution {
  if (!isBare(left)) return resolveParts(left, now);
  const { year, month } = civilDate(end.start);
  const parts = has(left, 'month', 'quarter', 'half') ? left : [...left, { part: 'month', month } as const];
  const inYear = (of: number): Resolution => resolveParts([...parts, { part: 'year', year: of }], now);
  const same = inYear(year);
  return 'periods' in same && same.periods[0]!.start > end.start ? inYear(year - 1) : same;
}
