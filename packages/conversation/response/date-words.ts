import type { Locale } from '../text/locale.ts';
import { civilDate, parseDay } from '../time/civil-date.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026年7月1日` or `1 Jul 2026`; the text itself when it is no date. Longer ISO times are cut to their date. */
export function formatDate(text: string, locale: Locale): string {
  const day = parseDay(text.slice(0, 10));
  if (day === null) return text;
  const { year, month, day: dayOfMonth } = civilDate(day);
  return locale === 'zh'
    ? `${year}年${month}月${dayOfMonth}日`
    : `${dayOfMonth} ${MONTHS[month - 1]} ${year}`;
}

/** The first and last day of a half-open range, in words. */
export function formatRange(start: string, end: string, locale: Locale): string {
  const [first, after] = [parseDay(start), parseDay(end)];
  if (first === null || after === null) return `${start} – ${end}`;
  if (after - first === 1) return formatDate(start, locale);
  const from = civilDate(first);
  const to = civilDate(after - 1);
  if (locale === 'zh') {
    const year = from.year === to.year ? '' : `${to.year}年`;
    return `${formatDate(start, 'zh')}至${year}${to.month}月${to.day}日`;
  }
  const year = from.year === to.year ? '' : ` ${from.year}`;
  return `${from.day} ${MONTHS[from.month - 1]}${year} to ${to.day} ${MONTHS[to.month - 1]} ${to.year}`;
}
