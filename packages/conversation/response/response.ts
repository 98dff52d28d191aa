import type { Locale, Localized } from '../text/locale.ts';

/** What is said, in both languages. */
export interface Response {
  readonly text: Localized;
  /** Said instead when the text names a value that is not there. */
  readonly fallback: Localized | null;
  /** Quick replies. */
  readonly options: Readonly<Record<Locale, readonly string[]>> | null;
}

export interface Responses {
  readonly texts: ReadonlyMap<string, Response>;
  /** Tables for the `words` filter: table → value → words. */
  readonly words: ReadonlyMap<string, ReadonlyMap<string, Localized>>;
}
