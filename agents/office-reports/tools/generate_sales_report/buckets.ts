import type { Group } from '../../sales/tally.ts';
import type { Unit } from './words.ts';

/** A stretch of the period, with what was sold in it. Empty stretches are there too. */
export interface Bucket extends Group {
  /** What stands under its bar. */
  readonly label: string;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const KEY_LENGTH = { day: 10, month: 7, year: 4 } as const;

/** Beyond so many days the next coarser unit is taken. */
const MOST_DAYS = 31;
const MOST_WEEKS = 184;
const MOST_MONTHS = 36 * 31;

/** The coarsest unit that still gives the chart a shape. Periods are `YYYY-MM-DD`, `end` not included. */
export function unitOf(days: number): Unit {
  if (days <= MOST_DAYS) return 'day';
  if (days <= MOST_WEEKS) return 'week';
  return days <= MOST_MONTHS ? 'month' : 'year';
}

export const countDays = (start: string, end: string): number =>
  (Date.parse(end) - Date.parse(start)) / DAY_MS;

export const dayBefore = (day: string): string => isoDay(Date.parse(day) - DAY_MS);

/** Sums by day put together into stretches that cover the whole period. Weeks count from its first day. */
export function bucketsOf(days: readonly Group[], start: string, end: string, unit: Unit): Bucket[] {
  const buckets = new Map<string, { -readonly [K in keyof Bucket]: Bucket[K] }>();
  const keyOf = (at: number): string => {
    if (unit === 'week') return isoDay(at - ((at - Date.parse(start)) % WEEK_MS));
    return isoDay(at).slice(0, KEY_LENGTH[unit]);
  };
  for (let at = Date.parse(start); at < Date.parse(end); at += DAY_MS) {
    const key = keyOf(at);
    if (buckets.has(key)) continue;
    const last = Math.min(at + WEEK_MS, Date.parse(end)) - DAY_MS;
    const name = unit === 'week' ? `${key} – ${isoDay(last)}` : key;
    buckets.set(key, { name, label: labelOf(key, unit), rows: 0, units: 0, totalCents: 0 });
  }
  for (const day of days) {
    const bucket = buckets.get(keyOf(Date.parse(day.name)))!;
    bucket.rows += day.rows;
    bucket.units += day.units;
    bucket.totalCents += day.totalCents;
  }
  return [...buckets.values()];
}

function labelOf(key: string, unit: Unit): string {
  const [year = '', month = '', day = ''] = key.split('-');
  if (unit === 'day') return String(Number(day));
  if (unit === 'week') return `${Number(month)}/${Number(day)}`;
  return unit === 'month' ? `${year.slice(2)}/${month}` : year;
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
