import { readFile } from 'node:fs/promises';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { HermesError, type Layer } from '../error/hermes-error.ts';

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
  const syntax = document.errors[0];
  if (syntax !== undefined) {
    throw new HermesError('DOCUMENT_INVALID', firstLine(syntax.message), { layer, where: at(syntax.pos[0]) });
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw new HermesError('DOCUMENT_INVALID', 'Aliases expand without bound', { layer, where: file, cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => {
    const path = issue.path.filter((token) => typeof token !== 'symbol');
    return { where: at(offsetOf(document, path)), path: path.join('.'), message: issue.message };
  });
  const first = issues[0]!;
  throw new HermesError(
    'DOCUMENT_INVALID',
    first.path === '' ? first.message : `${first.path}: ${first.message}`,
    {
      layer,
      where: first.where,
      details: { issues },
    },
  );
}

/** Where the deepest part of `path` that exists begins. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range != null) return node.range[0];
  }
  return 0;
}

const firstLine = (message: string): string => message.split('\n', 1)[0]!.replace(/ at line \d+.*$/, '');
