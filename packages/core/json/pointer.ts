import type { JsonValue } from './value.ts';

/** The tokens of a JSON pointer (RFC 6901). Empty text is the whole document; null when it is no pointer. */
export function parsePointer(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What `pointer` names inside `document`, or undefined when nothing is there. Own members only. */
export function readPointer(document: JsonValue | undefined, pointer: string): JsonValue | undefined {
  const tokens = parsePointer(pointer);
  if (tokens === null) return undefined;
  let current: JsonValue | undefined = document;
  for (const token of tokens) {
    if (typeof current !== 'object' || current === null) return undefined;
    if (Array.isArray(current)) {
      current = /^(0|[1-9][0-9]*)$/.test(token)
        ? (current[Number(token)] as JsonValue | undefined)
        : undefined;
    } else {
      current = Object.hasOwn(current, token) ? (current as { [key: string]: JsonValue })[token] : undefined;
    }
  }
  return current;
}

/** A pointer made of raw tokens. */
export const formatPointer = (tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
