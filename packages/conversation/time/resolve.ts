import { civilDate, type Day, validDay, weekdayOf } from './civil-date.ts';
import {
  dayPeriod,
  edgePeriod,
  halfPeriod,
  monthPeriod,
  type Period,
  quarterPeriod,
  relativePeriod,
  rollingPeriod,
  type TimeUnit,
  yearPeriod,
} from './period.ts';
import type { TimePart } from './token.ts';

/** One period: understood. More: an ambiguity to ask about. None: why not. */
export type Resolution =
  | { readonly periods: readonly Period[] }
  | { readonly problem: 'unclear' | 'invalid' | 'reversed' };

const UNCLEAR: Resolution = { problem: 'unclear' };
const INVALID: Resolution = { problem: 'invalid' };

/**
 * What a bag of pieces means on the day `now`. The order of the pieces does not matter (去年Q3, "Q3 of last year"), and
 * every piece must find its place: one that is left over makes the whole unclear, never a part of it the answer.
 */
export function resolveParts(parts: readonly TimePart[], now: Day): Resolution {
  const bag = new Map<TimePart['part'], TimePart>();
  for (const part of parts) {
    if (part.part === 'glue' || part.part === 'from') continue;
    if (part.part === 'unknown' || bag.has(part.part)) return UNCLEAR;
    bag.set(part.part, part);
  }
  const take = <Name extends TimePart['part']>(name: Name): Extract<TimePart, { part: Name }> | undefined => {
    const part = bag.get(name) as Extract<TimePart, { part: Name }> | undefined;
    bag.delete(name);
    return part;
  };

  const toDate = take('to-date') !== undefined;
  const edge = take('edge');
  let found: Resolution;
  if (edge !== undefined && bag.size === 0) {
    found = edgeAlone(edge, now);
  } else {
    found = resolveContainer(take, now);
    if (bag.size > 0) return UNCLEAR;
    if (edge !== undefined)
      found = mapPeriods(found, (period) => edgePeriod(period, edge.edge, edge.unit, edge.count));
  }
  if (!toDate) return found;
  return mapPeriods(latestOf(found, now), ({ start }) => (start <= now ? { start, end: now + 1 } : null));
}

type Take = <Name extends TimePart['part']>(name: Name) => Extract<TimePart, { part: Name }> | undefined;

function resolveContainer(take: Take, now: Day): Resolution {
  const soFar = take('so-far');
  if (soFar !== undefined) return one({ start: relativePeriod(soFar.unit, 0, now).start, end: now + 1 });
  const rolling = take('rolling');
  if (rolling?.unit === 'quarter') return fullOrRolling(rolling, now);
  if (rolling !== undefined)
    return rolling.count > 0 ? one(rollingPeriod(rolling.unit, rolling.count, now)) : INVALID;
  const date = take('date');
  if (date !== undefined) return oneDay(validDay(date.year, date.month, date.day));
  const yearMonth = take('year-month');
  if (yearMonth !== undefined) return insideMonth(take, one(monthPeriod(yearMonth.year, yearMonth.month)));
  const slashes = take('slashes');
  if (slashes !== undefined) return eitherWayRound(slashes.year, slashes.first, slashes.second);
  const weekday = take('weekday');
  if (weekday !== undefined) return resolveWeekday(weekday, now);
  const weekend = take('weekend');
  if (weekend !== undefined) {
    const week = relativePeriod('week', weekend.week, now);
    return one({ start: week.start + 5, end: week.end });
  }
  return resolveCalendar(take, now);
}

/** Years, halves, quarters, months and the days inside them. */
function resolveCalendar(take: Take, now: Day): Resolution {
  const absolute = take('year');
  const relative = take('relative');
  const { year: thisYear } = civilDate(now);
  if (relative !== undefined && relative.unit !== 'year') {
    if (absolute !== undefined) return UNCLEAR;
    const period = relativePeriod(relative.unit, relative.offset, now);
    return relative.unit === 'month' ? insideMonth(take, one(period)) : one(period);
  }
  if (absolute !== undefined && relative !== undefined) return UNCLEAR;
  const year = absolute?.year ?? (relative === undefined ? null : thisYear + relative.offset);

  const half = take('half');
  if (half !== undefined) return inYear(year, now, (in_) => halfPeriod(in_, half.half));
  const quarter = take('quarter');
  if (quarter !== undefined) return inYear(year, now, (in_) => quarterPeriod(in_, quarter.quarter));
  const month = take('month');
  if (month !== undefined) {
    const day = take('day');
    if (day !== undefined) return inYear(year, now, (in_) => asPeriod(validDay(in_, month.month, day.day)));
    return insideMonth(
      take,
      inYear(year, now, (in_) => monthPeriod(in_, month.month)),
    );
  }
  if (year !== null) return one(yearPeriod(year));
  return insideMonth(take, { periods: [] }, now);
}

/** A day or a third of the month already known; without one, of this month or, when that is still to come, of which? */
function insideMonth(take: Take, month: Resolution, now?: Day): Resolution {
  const day = take('day');
  const third = take('third');
  if (day === undefined && third === undefined)
    return 'periods' in month && month.periods.length === 0 ? UNCLEAR : month;
  if (day !== undefined && third !== undefined) return UNCLEAR;
  const narrow = (period: Period): Period | null => {
    const { year, month: number } = civilDate(period.start);
    if (day !== undefined) return asPeriod(validDay(year, number, day.day));
    const start = period.start + (third!.third - 1) * 10;
    return { start, end: third!.third === 3 ? period.end : start + 10 };
  };
  if (now === undefined) return mapPeriods(month, narrow);
  const present = narrow(relativePeriod('month', 0, now));
  if (present !== null && present.start <= now) return one(present);
  const former = narrow(relativePeriod('month', -1, now));
  if (present === null) return INVALID;
  return former === null ? one(present) : { periods: [former, present] };
}

/**
 * In the year that was named. With none named: the latest one that is over; while one is running or still to come in
 * this year, both that one and the last are offered, because people mean either.
 */
export function inYear(year: number | null, now: Day, periodOf: (year: number) => Period | null): Resolution {
  if (year !== null) return one(periodOf(year));
  const { year: thisYear } = civilDate(now);
  const present = periodOf(thisYear);
  const former = periodOf(thisYear - 1);
  if (present === null) return former === null ? INVALID : one(former);
  if (present.end <= now + (present.end - present.start === 1 ? 1 : 0)) return one(present);
  if (present.start > now) return former === null ? one(present) : one(former);
  return former === null ? one(present) : { periods: [former, present] };
}

function resolveWeekday(weekday: Extract<TimePart, { part: 'weekday' }>, now: Day): Resolution {
  const inWeek = (week: number): Period =>
    dayPeriod(relativePeriod('week', week, now).start + weekday.weekday - 1);
  if (weekday.week === null) {
    const present = inWeek(0);
    return present.start <= now ? one(present) : { periods: [inWeek(-1), present] };
  }
  const named = inWeek(weekday.week);
  if (!weekday.loose || weekday.week === 0) return one(named);
  const ahead = (weekday.weekday - weekdayOf(now) + 7) % 7;
  const nearest = dayPeriod(weekday.week > 0 ? now + (ahead || 7) : now + ahead - 7);
  return nearest.start === named.start
    ? one(named)
    : { periods: [nearest, named].sort((a, b) => a.start - b.start) };
}

/** "前两个月": the two full months before this one, or the last two months up to today? */
function edgeAlone(edge: Extract<TimePart, { part: 'edge' }>, now: Day): Resolution {
  if (edge.count < 1) return INVALID;
  if (edge.alone === 'rolling' && edge.unit !== 'quarter')
    return one(rollingPeriod(edge.unit, edge.count, now));
  if (edge.alone === 'ask' && edge.edge === 'last') return UNCLEAR;
  if (edge.alone === 'ask' && edge.unit === 'quarter' && edge.count > 1)
    return inYear(null, now, (year) => edgePeriod(yearPeriod(year), 'first', 'quarter', edge.count));
  return fullOrRolling(edge, now);
}

function fullOrRolling(
  { unit, count }: { readonly unit: TimeUnit; readonly count: number },
  now: Day,
): Resolution {
  const full = { start: relativePeriod(unit, -count, now).start, end: relativePeriod(unit, 0, now).start };
  return { periods: [full, rollingPeriod(unit, count, now)] };
}

function eitherWayRound(year: number, first: number, second: number): Resolution {
  const days = [validDay(year, first, second), validDay(year, second, first)].filter((day) => day !== null);
  const distinct = [...new Set(days)];
  return distinct.length === 0 ? INVALID : { periods: distinct.map(dayPeriod) };
}

/** Of several readings, the last that has begun: "since May" is never since next May. */
function latestOf(found: Resolution, now: Day): Resolution {
  if (!('periods' in found)) return found;
  const begun = found.periods.filter((period) => period.start <= now);
  return { periods: begun.length > 0 ? [begun[begun.length - 1]!] : found.periods };
}

function mapPeriods(found: Resolution, change: (period: Period) => Period | null): Resolution {
  if (!('periods' in found)) return found;
  const periods = found.periods.map(change).filter((period) => period !== null);
  return periods.length === 0 ? INVALID : { periods };
}

const asPeriod = (day: Day | null): Period | null => (day === null ? null : dayPeriod(day));
const one = (period: Period | null): Resolution => (period === null ? INVALID : { periods: [period] });
const oneDay = (day: Day | null): Resolution => one(asPeriod(day));
