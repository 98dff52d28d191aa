import { readFile } from 'node:fs/promises';
import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { HermesError, type Layer } from '../error/hermes-error.ts';
import { explainIssues } from './explain-issues.ts';

type YamlDocument = ReturnType<typeof parseDocument>;

/** Enough for shared settings, far too little for a "billion laughs". */
const ALIASES = 100;

/**
 * Reads and checks a YAML file. The first thing wrong is reported as `file:line:column`, with what was
 * expected there. Aliases are bounded and duplicate keys refused; YAML 1.2 core schema, so `no` is a string.
 *
 * Throws `DOCUMENT_INVALID`; `details.issues` lists everything that was found.
 */
export async function readYaml<T>(file: string, schema: z.ZodType<T>, layer: Layer): Promise<T> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new HermesError('DOCUMENT_INVALID', 'The file cannot be read', {
      layer,
      where: file,
      hint: 'Check that the file exists and may be read.',
      cause,
    });
  }
  return parseYaml(text, file, schema, layer);
}

/** As `readYaml`, for text already at hand; `file` is only the name that errors show. */
export function parseYaml<T>(text: string, file: string, schema: z.ZodType<T>, layer: Layer): T {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    strict: true,
    version: '1.2',
  });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  // An unknown tag is a warning to the parser; here it is something that would be silently ignored.
  const syntax = document.errors[0] ?? document.warnings[0];
  if (syntax !== undefined) {
    throw new HermesError('DOCUMENT_INVALID', withoutAdvice(syntax.message), {
      layer,
      where: at(syntax.pos[0]),
    });
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: ALIASES });
  } catch (cause) {
    throw new HermesError('DOCUMENT_INVALID', withoutAdvice((cause as Error).message), {
      layer,
      where: at(offsetOfAlias(document)),
    });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = explainIssues(result.error.issues).map(({ path, key, message }) => ({
    where: at(offsetOf(document, path, key)),
    path: path.join('.'),
    message,
  }));
  const first = issues[0]!;
  throw new HermesError(
    'DOCUMENT_INVALID',
    first.path === '' ? first.message : `${first.path}: ${first.message}`,
    { layer, where: first.where, details: { issues } },
  );
}

/** Where the deepest part of `path` that exists begins; where `key` stands in it, when it has such a key. */
function offsetOf(document: YamlDocument, path: readonly (string | number)[], key: string | null): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (!isNode(node) || node.range == null) continue;
    const pair = isMap(node) ? node.items.find((item) => isScalar(item.key) && item.key.value === key) : null;
    return isScalar(pair?.key) && pair.key.range != null ? pair.key.range[0] : node.range[0];
  }
  return 0;
}

function offsetOfAlias(document: YamlDocument): number {
  let offset = 0;
  visit(document, {
    Alias(_key, alias) {
      if (isAlias(alias) && alias.resolve(document) !== undefined) return undefined;
      offset = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

/** The parser's first line, without the position that is told apart and without advice on its own interface. */
const withoutAdvice = (message: string): string =>
  message
    .split('\n', 1)[0]!
    .replace(/ at line \d+.*$/, '')
    .replace(/; please use .*$/, '');
