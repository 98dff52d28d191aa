import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import type { Locale, Localized } from '../text/locale.ts';
import { formatDate, formatRange } from './date-words.ts';
import { valueAt } from './template.ts';

export interface FilterScope {
  readonly locale: Locale;
  readonly values: JsonObject;
  readonly argument: string | null;
  readonly words: ReadonlyMap<string, ReadonlyMap<string, Localized>>;
}

/** Turns a value into words; null when it does not fit, which counts as missing. */
type Filter = (value: JsonValue, scope: FilterScope) => string | null;

const SIGNS: Readonly<Record<string, string>> = {
  CNY: '¥',
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: 'JP¥',
  HKD: 'HK$',
};

/** Currencies without a smaller unit (ISO 4217, exponent 0), of those that meet here. */
const WHOLE_ONLY = new Set(['JPY', 'KRW', 'VND']);

export const FILTERS: Readonly<Record<string, Filter>> = {
  /** Integer cents and a currency, `{facts.total_cents | money facts.currency}`; never a floating-point sum. */
  money(value, { argument, values }) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return null;
    const named = argument === null ? 'CNY' : (valueAt(values, argument.split('.')) ?? argument);
    return formatMoney(value, typeof named === 'string' ? named : 'CNY');
  },
  date: (value, { locale }) => (typeof value === 'string' ? formatDate(value, locale) : null),
  dates: (value, { locale }) =>
    isJsonObject(value) && typeof value.start === 'string' && typeof value.end === 'string'
      ? formatRange(value.start, value.end, locale)
      : null,
  /** A person's name, and title, in the language of the reply where the directory has them. */
  name: (value, { locale }) => personWord(value, locale, 'name', 'english'),
  title: (value, { locale }) => personWord(value, locale, 'title', 'english_title'),
  /** Looks the value up in a table of the responses file: `{facts.status | words order_status}`. */
  words: (value, { argument, words, locale }) =>
    (typeof value === 'string' && words.get(argument ?? '')?.get(value)?.[locale]) || null,
};

function personWord(value: JsonValue, locale: Locale, zh: string, en: string): string | null {
  if (!isJsonObject(value)) return null;
  const word = (locale === 'en' ? value[en] : undefined) ?? value[zh];
  return typeof word === 'string' ? word : null;
}

/** `¥1,234,567.89` from 123456789 cents. */
export function formatMoney(cents: number, currency: string): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(-2);
  const sign = cents < 0 ? '-' : '';
  const shown = WHOLE_ONLY.has(currency) && fraction === '00' ? whole : `${whole}.${fraction}`;
  return `${sign}${SIGNS[currency] ?? `${currency} `}${shown}`;
}
