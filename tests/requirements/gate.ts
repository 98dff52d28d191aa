import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

export interface Citation {
  readonly where: string;
  /** Null when the argument is no literal, so that nobody can tell what is proven. */
  readonly id: string | null;
}

/** Every argument of every `verifies(…)` call in `files`. */
export function findCitations(root: string, files: readonly string[]): Citation[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    if (!source.includes('verifies')) return [];
    const found: Citation[] = [];
    const { program } = parseSync(file, source);
    new Visitor({
      CallExpression(call) {
        if (call.callee.type !== 'Identifier' || call.callee.name !== 'verifies') return;
        const where = `${file}:${source.slice(0, call.start).split('\n').length}`;
        for (const argument of call.arguments) {
          const isText = argument.type === 'Literal' && typeof argument.value === 'string';
          found.push({ where, id: isText ? String(argument.value) : null });
        }
      },
    }).visit(program);
    return found;
  });
}

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
