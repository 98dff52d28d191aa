import { createHash } from 'node:crypto';
import { HermesError } from '../error/hermes-error.ts';
import type { JsonValue } from './value.ts';

/**
 * The canonical text of a JSON value (RFC 8785): keys in UTF-16 order, shortest numbers, no white space.
 * Strings are brought to Unicode NFC first, so that two spellings of one name give one digest; `1` and `1.0`
 * are the same number. `undefined` members are left out.
 *
 * Throws `INVALID_ARGUMENT` for a number that is not finite, a lone surrogate, or what is no JSON.
 */
export function canonicalJson(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value);
    case 'number':
      if (!Number.isFinite(value)) throw notJson(`the number ${value}`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object': {
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item as JsonValue)).join(',')}]`;
      const members = Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [key.normalize('NFC'), member] as const)
        .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
      return `{${members.map(([key, member]) => `${canonicalString(key)}:${canonicalJson(member)}`).join(',')}}`;
    }
    default:
      throw notJson(`a ${typeof value}`);
  }
}

/** SHA-256 of the canonical text, in hex. */
export const digestJson = (value: JsonValue): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

function canonicalString(text: string): string {
  if (!text.isWellFormed()) throw notJson('a lone surrogate');
  return JSON.stringify(text.normalize('NFC'));
}

const notJson = (what: string): HermesError =>
  new HermesError('INVALID_ARGUMENT', `JSON cannot hold ${what}`, { layer: 'core' });
