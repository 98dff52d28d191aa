import { HermesError } from '@hermes-agent/core';

/** One markdown document of a domain's knowledge. `id` stays the same from version to version. */
export interface KnowledgeDocument {
  readonly id: string;
  /** The first heading when left out. */
  readonly title?: string;
  readonly text: string;
}

const LONGEST_ID = 256;
const LONGEST_TEXT = 2_000_000;
const MOST_DOCUMENTS = 20_000;

/** Throws `INVALID_ARGUMENT` for a bad or repeated id, `PAYLOAD_TOO_LARGE` past the bounds. */
export function checkDocuments(documents: readonly KnowledgeDocument[]): void {
  if (documents.length > MOST_DOCUMENTS) {
    throw tooLarge(`A domain holds at most ${MOST_DOCUMENTS} documents`, '');
  }
  const seen = new Set<string>();
  for (const [index, { id, text }] of documents.entries()) {
    if (typeof id !== 'string' || id.length === 0 || id.length > LONGEST_ID || seen.has(id)) {
      throw new HermesError('INVALID_ARGUMENT', 'A document needs an id of its own', {
        layer: 'memory',
        where: `/${index}/id`,
        hint: `Give each document a different text of 1 to ${LONGEST_ID} characters, such as its file name.`,
      });
    }
    if (text.length > LONGEST_TEXT) throw tooLarge('The document is too long', `/${index}/text`);
    seen.add(id);
  }
}

const tooLarge = (message: string, where: string): HermesError =>
  new HermesError('PAYLOAD_TOO_LARGE', message, { layer: 'memory', where });
