import type { Queries } from '@hermes-agent/store';

const ROWS_A_STATEMENT = 100;

/** Collects by how much a domain's figures change, so that each is written once, however many passages changed. */
export interface Tally {
  /** Counts one passage in (1) or out (-1). */
  count(terms: readonly string[], sign: 1 | -1): void;
  store(queries: Queries, domain: string): Promise<void>;
}

export function createTally(): Tally {
  const passagesWith = new Map<string, number>();
  let passages = 0;
  let length = 0;
  return {
    count(terms, sign) {
      passages += sign;
      length += sign * terms.length;
      for (const term of new Set(terms)) passagesWith.set(term, (passagesWith.get(term) ?? 0) + sign);
    },
    async store(queries, domain) {
      await queries.run(
        `INSERT INTO knowledge_size (domain, passages, terms) VALUES ($1, $2, $3)
         ON CONFLICT (domain) DO UPDATE SET
           passages = knowledge_size.passages + excluded.passages, terms = knowledge_size.terms + excluded.terms`,
        [domain, passages, length],
      );
      const changed = [...passagesWith].filter(([, count]) => count !== 0);
      for (let first = 0; first < changed.length; first += ROWS_A_STATEMENT) {
        const rows = changed.slice(first, first + ROWS_A_STATEMENT);
        const places = rows.map((_, index) => `($1, $${2 * index + 2}, $${2 * index + 3})`).join(', ');
        await queries.run(
          `INSERT INTO knowledge_term (domain, term, passages) VALUES ${places}
           ON CONFLICT (domain, term) DO UPDATE SET passages = knowledge_term.passages + excluded.passages`,
          [domain, ...rows.flat()],
        );
      }
      await queries.run('DELETE FROM knowledge_term WHERE domain = $1 AND passages <= 0', [domain]);
    },
  };
}
