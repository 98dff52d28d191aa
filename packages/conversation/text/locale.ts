import type { Utterance } from './utterance.ts';

/** The two languages every reply exists in. */
export type Locale = 'zh' | 'en';

export type Localized = Readonly<Record<Locale, string>>;

/**
 * The language someone clearly writes in, or null when it could be either: "ok", a number, "Q3" and
 * "发给 Li" decide nothing that the session has not decided already.
 */
export function clearLocale(utterance: Utterance): Locale | null {
  const han = utterance.text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han >= 2) return 'zh';
  if (han > 0) return null;
  const words = utterance.text.match(/(?<![\p{L}\p{N}@.-])[a-z]+(?![\p{L}\p{N}@-])/giu) ?? [];
  return words.length >= 3 ? 'en' : null;
}
