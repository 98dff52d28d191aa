import type { Queries } from '@hermes-agent/store';

/** A passage of a document's current version. `terms` are its tokens in order, one space between. */
export interface Passage {
  readonly domain: string;
  readonly document: string;
  readonly version: number;
  readonly position: number;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly terms: string;
}

/** The one part of knowledge search in which the dialects differ: which passages hold any of some terms. */
export interface PassageIndex {
  add(queries: Queries, passage: Passage): Promise<void>;
  /** Removes the passages of one document and gives back their `terms`. */
  remove(queries: Queries, domain: string, document: string): Promise<readonly string[]>;
  /** Passages of `domain` with at least one of `terms`, in the order of document and position. */
  find(queries: Queries, domain: string, terms: readonly string[], limit: number): Promise<Passage[]>;
}

export const PASSAGE_COLUMNS = 'domain, document, version, position, title, heading, text, terms';

export const passageValues = (passage: Passage): (string | number)[] => [
  passage.domain,
  passage.document,
  passage.version,
  passage.position,
  passage.title,
  passage.heading,
  passage.text,
  passage.terms,
];
