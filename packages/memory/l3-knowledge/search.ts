import { HermesError } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { PassageIndex } from './passage-index.ts';
import { type Collection, scorePassage } from './rank.ts';
import { tokenise } from './tokenise.ts';

/** A passage that answers a query; the higher the score, the better. */
export interface KnowledgeHit {
  readonly document: string;
  /** The version of the document the passage is from. */
  readonly version: number;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly score: number;
}

const LONGEST_QUERY = 1_000;
const TERMS_ASKED = 64;
const MOST_HITS = 50;
/** How many passages a search looks at closely. */
const CANDIDATES = 500;

/**
 * The best passages of one domain for a query, at most `limit` (1 to 50). Ties go by document and position.
 *
 * Work is bounded whatever the collection: rare terms choose the candidates, up to 500, and all terms rank them.
 * Throws `INVALID_ARGUMENT` for a limit out of range.
 */
export async function searchKnowledge(
  store: Store,
  index: PassageIndex,
  domain: string,
  query: string,
  limit: number,
): Promise<KnowledgeHit[]> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_HITS) {
    throw new HermesError('INVALID_ARGUMENT', `A search gives 1 to ${MOST_HITS} passages`, {
      layer: 'memory',
      where: '/limit',
    });
  }
  const terms = [...new Set(tokenise(query.slice(0, LONGEST_QUERY)))].slice(0, TERMS_ASKED);
  const collection = await describeCollection(store, domain, terms);
  if (collection === null) return [];
  const passages = await index.find(store, domain, rarest(collection), CANDIDATES);
  return passages
    .map(({ document, version, title, heading, text, terms: own }) => ({
      document,
      version,
      title,
      heading,
      text,
      score: scorePassage(own.split(' '), collection),
    }))
    .sort((left, right) => right.score - left.score)
    .slice(0, limit);
}

async function describeCollection(
  store: Store,
  domain: string,
  terms: readonly string[],
): Promise<Collection | null> {
  if (terms.length === 0) return null;
  const places = terms.map((_, index) => `$${index + 2}`).join(', ');
  const [[size], rows] = await Promise.all([
    store.all<{ passages: number; terms: number }>(
      'SELECT passages, terms FROM knowledge_size WHERE domain = $1',
      [domain],
    ),
    store.all<{ term: string; passages: number }>(
      `SELECT term, passages FROM knowledge_term WHERE domain = $1 AND term IN (${places})`,
      [domain, ...terms],
    ),
  ]);
  if (size === undefined || rows.length === 0) return null;
  const counts = new Map(rows.map(({ term, passages }) => [term, passages]));
  // In the order of the query, so that sums of floating-point numbers come out the same on both dialects.
  const passagesWith = new Map(
    terms.flatMap((term) => (counts.has(term) ? [[term, counts.get(term)!] as const] : [])),
  );
  return { ...size, passagesWith };
}

/** The rarest terms whose passages together fit among the candidates; always at least one. */
function rarest({ passagesWith }: Collection): string[] {
  const byRarity = [...passagesWith].sort(([, left], [, right]) => left - right);
  const chosen: string[] = [];
  let passages = 0;
  for (const [term, count] of byRarity) {
    passages += count;
    if (chosen.length > 0 && passages > CANDIDATES) break;
    chosen.push(term);
  }
  return chosen;
}
