/** What a domain's passages look like as a whole. */
export interface Collection {
  readonly passages: number;
  /** Tokens over all passages. */
  readonly terms: number;
  /** How many passages hold each term of the query. */
  readonly passagesWith: ReadonlyMap<string, number>;
}

/** Where more occurrences stop counting, and how much a long passage is held back: the customary values. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/**
 * Okapi BM25 (Robertson and Zaragoza, 2009) of one passage, with the inverse document frequency of Lucene, which is
 * never negative. Computed here and not in SQL, so that both dialects rank alike to the last digit.
 */
export function scorePassage(terms: readonly string[], collection: Collection): number {
  const counts = new Map<string, number>();
  for (const term of terms) {
    if (collection.passagesWith.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const meanLength = collection.terms / collection.passages;
  const held = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * terms.length) / meanLength);
  let score = 0;
  for (const [term, passagesWith] of collection.passagesWith) {
    const count = counts.get(term) ?? 0;
    const rarity = Math.log(1 + (collection.passages - passagesWith + 0.5) / (passagesWith + 0.5));
    score += (rarity * count * (SATURATION + 1)) / (count + held);
  }
  return score;
}
