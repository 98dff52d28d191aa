import type { Citation } from './citations.ts';

/** What is wrong between the requirements, the tests that cite them, and the list of those not yet proven. */
export function findGaps(
  requirements: readonly string[],
  notYet: readonly string[],
  citations: readonly Citation[],
): string[] {
  const known = new Set(requirements);
  const cited = new Set(citations.map(({ id }) => id));
  return [
    ...citations.filter(({ id }) => id === null).map(({ where }) => `${where}: verifies() takes literal ids`),
    ...citations
      .filter(({ id }) => id !== null && !known.has(id))
      .map(({ where, id }) => `${where}: there is no requirement ${id}`),
    ...notYet.filter((id) => !known.has(id)).map((id) => `not-yet.ts: there is no requirement ${id}`),
    ...notYet.filter((id, index) => notYet.indexOf(id) < index).map((id) => `not-yet.ts: ${id} stands twice`),
    ...notYet.filter((id) => cited.has(id)).map((id) => `not-yet.ts: ${id} is proven by a test; take it off`),
    ...requirements
      .filter((id) => !cited.has(id) && !notYet.includes(id))
      .map((id) => `${id}: no test proves it, and not-yet.ts does not name it`),
  ];
}
