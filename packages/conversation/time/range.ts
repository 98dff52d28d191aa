import { civilDate, type Day } from './civil-date.ts';
import type { Period } from './period.ts';
import { inYear, type Resolution, resolveParts } from './resolve.ts';
import type { TimePart } from './token.ts';

/** `3月到5月`: each side borrows what only the other one says (the year, the month); the end is included. */
export function resolveRange(left: readonly TimePart[], right: readonly TimePart[], now: Day): Resolution {
  if (right.some(({ part }) => part === 'weekday') && has(left, 'relative')) return { problem: 'unclear' };
  const undated = isBare(left) && isBare(right) && has(right, 'month', 'quarter', 'half');
  if (undated && !has(left, 'day') === !has(right, 'day')) {
    return inYear(null, now, (year) => {
      const [first] = periodsIn(left, year, now);
      const ends = [year, year + 1].flatMap((of) => periodsIn(right, of, now));
      const last = first && ends.find(({ end }) => end > first.start);
      return first && last ? { start: first.start, end: last.end } : null;
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
  // both sides are dates, but none of the first comes before the second
  return ranges.length === 0 ? { problem: 'reversed' } : { periods: ranges };
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
