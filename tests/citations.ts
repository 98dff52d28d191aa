import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

export interface Citation {
  /** `file:line` of the call. */
  readonly where: string;
  /** Null when the argument is no literal, so that nobody can tell what is meant. */
  readonly id: string | null;
}

/** Every argument of every call of `name` in `files`: calls, not mentions in comments and strings. */
export function findCitations(root: string, files: readonly string[], name: string): Citation[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    if (!source.includes(name)) return [];
    const found: Citation[] = [];
    const { program } = parseSync(file, source);
    new Visitor({
      CallExpression(call) {
        if (call.callee.type !== 'Identifier' || call.callee.name !== name) return;
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
