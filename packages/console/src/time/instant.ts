import type { Locale } from '../api/wire.ts';

/** The tag that gives dates the look of the page's language. */
export const dateTag = (locale: Locale): string => (locale === 'zh' ? 'zh-CN' : 'en-GB');

/** Wire times are ISO text or milliseconds. */
export const instantOf = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at));

export function formatClock(atMs: number, locale: Locale): string {
  return new Intl.DateTimeFormat(dateTag(locale), { hour: '2-digit', minute: '2-digit' }).format(atMs);
}

/** Clock with milliseconds, for the rows of a trace. */
export function formatPreciseClock(atMs: number, locale: Locale): string {
  return new Intl.DateTimeFormat(dateTag(locale), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  }).format(atMs);
}

export function formatMoment(atMs: number, locale: Locale): string {
  return new Intl.DateTimeFormat(dateTag(locale), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);
}

/** Today's times as a clock, this year's as day and clock, older ones as a date. */
export function formatRecent(atMs: number, nowMs: number, locale: Locale): string {
  const at = new Date(atMs);
  const now = new Date(nowMs);
  if (at.toDateString() === now.toDateString()) return formatClock(atMs, locale);
  const sameYear = at.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(dateTag(locale), {
    month: 'short',
    day: 'numeric',
    ...(sameYear ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { year: 'numeric' }),
  }).format(atMs);
}
