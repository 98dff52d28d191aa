/**
 * Civil dates as whole days since 1970-01-01. Arithmetic on day numbers knows no clock, so neither daylight
 * saving nor a host's time zone can move a date; months are counted, never rolled over (31 January plus one
 * month is the last of February).
 */
export type Day = number;

export interface CivilDate {
  readonly year: number;
  /** 1..12 */
  readonly month: number;
  /** 1..31 */
  readonly day: number;
}

const DAY_MS = 86_400_000;

export const dayOf = (year: number, month: number, day: number): Day =>
  Math.round(Date.UTC(year, month - 1, day) / DAY_MS);

export function civilDate(day: Day): CivilDate {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The first day of the month `months` away from (year, month). */
export function firstOfMonth(year: number, month: number, months = 0): Day {
  const index = year * 12 + (month - 1) + months;
  return dayOf(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1, 1);
}

export const daysInMonth = (year: number, month: number): number =>
  firstOfMonth(year, month, 1) - firstOfMonth(year, month);

/** The same day of the month `months` away, or that month's last day when it has no such day. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, day: dayOfMonth } = civilDate(day);
  const first = firstOfMonth(year, month, months);
  const target = civilDate(first);
  return first + Math.min(dayOfMonth, daysInMonth(target.year, target.month)) - 1;
}

/** 1 = Monday … 7 = Sunday (ISO 8601). */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** `2026-07-01` */
export const formatDay = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day number of `YYYY-MM-DD`; null when there is no such day. */
export function parseDay(text: string): Day | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return parts === null ? null : validDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** A day number, or null when the calendar has no such day: 31 April is refused, never 1 May. */
export function validDay(year: number, month: number, day: number): Day | null {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return dayOf(year, month, day);
}

/** The civil date it is at `epochMs` in an IANA time zone. */
export function today(epochMs: number, timeZone: string): Day {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    if (formats.size < FORMATS_LIMIT) formats.set(timeZone, format);
  }
  return parseDay(format.format(epochMs)) ?? Math.floor(epochMs / DAY_MS);
}

/** Making a formatter takes longer than reading a whole sentence. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_LIMIT = 64;
