import { addMonths, civilDate, type Day, firstOfMonth, formatDay, weekdayOf } from './civil-date.ts';

export type TimeUnit = 'year' | 'half' | 'quarter' | 'month' | 'week' | 'day';

/** Whole days, half-open: `end` is the first day after it. */
export interface Period {
  readonly start: Day;
  readonly end: Day;
}

export const yearPeriod = (year: number): Period => months(year, 1, 12);
export const halfPeriod = (year: number, half: number): Period => months(year, half * 6 - 5, 6);
export const quarterPeriod = (year: number, quarter: number): Period => months(year, quarter * 3 - 2, 3);
export const monthPeriod = (year: number, month: number): Period => months(year, month, 1);
export const dayPeriod = (day: Day): Period => ({ start: day, end: day + 1 });

function months(year: number, month: number, count: number): Period {
  return { start: firstOfMonth(year, month), end: firstOfMonth(year, month, count) };
}

/** The period of `unit` that is `offset` away from the one `day` lies in. Weeks begin on Monday. */
export function relativePeriod(unit: TimeUnit, offset: number, day: Day): Period {
  const { year, month } = civilDate(day);
  switch (unit) {
    case 'year':
      return yearPeriod(year + offset);
    case 'half':
      return monthsAround(year, month, 6, offset);
    case 'quarter':
      return monthsAround(year, month, 3, offset);
    case 'month':
      return monthsAround(year, month, 1, offset);
    case 'week': {
      const start = day - weekdayOf(day) + 1 + offset * 7;
      return { start, end: start + 7 };
    }
    case 'day':
      return dayPeriod(day + offset);
  }
}

function monthsAround(year: number, month: number, size: number, offset: number): Period {
  const first = Math.floor((month - 1) / size) * size + 1;
  return {
    start: firstOfMonth(year, first, offset * size),
    end: firstOfMonth(year, first, (offset + 1) * size),
  };
}

/** The last `count` units up to and including `day`: "the last 7 days". */
export function rollingPeriod(unit: TimeUnit, count: number, day: Day): Period {
  if (unit === 'day' || unit === 'week')
    return { start: day + 1 - count * (unit === 'week' ? 7 : 1), end: day + 1 };
  return { start: addMonths(day, -count * MONTHS[unit]) + 1, end: day + 1 };
}

/** The first or last `count` units of a period, or null when it is not that long. */
export function edgePeriod(
  period: Period,
  edge: 'first' | 'last',
  unit: TimeUnit,
  count: number,
): Period | null {
  const forward = edge === 'first';
  const at = forward ? period.start : period.end;
  const step = forward ? count : -count;
  if (unit === 'week') return null;
  const other = unit === 'day' ? at + step : addMonths(at, step * MONTHS[unit]);
  const result = forward ? { start: at, end: other } : { start: other, end: at };
  return count > 0 && result.start >= period.start && result.end <= period.end ? result : null;
}

const MONTHS = { month: 1, quarter: 3, half: 6, year: 12 } as const;

/** `Q3 2026`, `H1 2026`, `2026-08`, `2026`, else the first and last day. */
export function periodLabel({ start, end }: Period): string {
  const { year, month, day } = civilDate(start);
  const last = formatDay(end - 1);
  if (end - start === 1) return last;
  if (day === 1) {
    const is = (candidate: Period): boolean => candidate.start === start && candidate.end === end;
    if (is(yearPeriod(year))) return String(year);
    if (is(monthPeriod(year, month))) return formatDay(start).slice(0, 7);
    if (month % 3 === 1 && is(months(year, month, 3))) return `Q${(month + 2) / 3} ${year}`;
    if (month % 6 === 1 && is(months(year, month, 6))) return `H${(month + 5) / 6} ${year}`;
  }
  return `${formatDay(start)} – ${last}`;
}
