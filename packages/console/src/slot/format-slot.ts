import type { Json, Locale } from '../api/wire.ts';
import { dateTag } from '../time/instant.ts';

/** A filled slot, ready to be shown. */
export type SlotView =
  | {
      readonly kind: 'range';
      /** `1 Jul – 30 Sept 2026`: the end as people say it, inclusive. */
      readonly text: string;
      readonly label: string | null;
      /** What the user said. */
      readonly phrase: string | null;
      readonly days: number;
    }
  | {
      readonly kind: 'person';
      readonly name: string;
      readonly title: string | null;
      readonly address: string;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string };

const DAY_MS = 86_400_000;

export function slotView(value: Json, locale: Locale): SlotView | null {
  if (value === null || value === '') return null;
  if (typeof value === 'object' && !Array.isArray(value)) {
    const fields = value as Readonly<Record<string, Json>>;
    return rangeView(fields, locale) ?? personView(fields) ?? { kind: 'code', text: JSON.stringify(value) };
  }
  if (Array.isArray(value))
    return { kind: 'text', text: value.map(String).join(locale === 'zh' ? '、' : ', ') };
  const text = String(value);
  return /^[A-Z]+-?\d{4,}$/.test(text) ? { kind: 'code', text } : { kind: 'text', text };
}

function rangeView(fields: Readonly<Record<string, Json>>, locale: Locale): SlotView | null {
  const start = dayOf(fields.start);
  const end = dayOf(fields.end);
  if (start === null || end === null || end <= start) return null;
  return {
    kind: 'range',
    text: rangeText(start, end - DAY_MS, locale),
    label: textOf(fields.label),
    phrase: textOf(fields.phrase),
    days: Math.round((end - start) / DAY_MS),
  };
}

/** The year is said once. By hand, because `formatRange` differs between browsers and falls back to digits in zh. */
function rangeText(first: number, last: number, locale: Locale): string {
  const month = locale === 'zh' ? 'long' : 'short';
  const day = { month, day: 'numeric', timeZone: 'UTC' } as const;
  const short = new Intl.DateTimeFormat(dateTag(locale), day);
  const full = new Intl.DateTimeFormat(dateTag(locale), { ...day, year: 'numeric' });
  if (first === last) return full.format(first);
  const sameYear = new Date(first).getUTCFullYear() === new Date(last).getUTCFullYear();
  return locale === 'zh'
    ? `${full.format(first)}至${(sameYear ? short : full).format(last)}`
    : `${(sameYear ? short : full).format(first)} – ${full.format(last)}`;
}

function personView(fields: Readonly<Record<string, Json>>): SlotView | null {
  const name = textOf(fields.name);
  const address = textOf(fields.address);
  if (name === null || address === null) return null;
  return { kind: 'person', name, title: textOf(fields.title), address };
}

function dayOf(value: Json | undefined): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const day = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(day) ? null : day;
}

const textOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** `order_id` → `Order id`: the name of a slot or an intent nobody gave words to. */
export function humanise(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
