import { createHash } from 'node:crypto';
import { HermesError } from '../error/hermes-error.ts';
import type { JsonObject, JsonValue } from './value.ts';

/** Deeper than any document of ours, and far from the end of the stack. */
const DEEPEST = 500;

/**
 * The canonical text of a JSON value (RFC 8785): keys in UTF-16 order, shortest numbers, no white space.
 * Strings are brought to Unicode NFC first, so that two spellings of one name give one digest; `1` and `1.0`
 * are the same number. `undefined` members are left out.
 *
 * Throws `INVALID_ARGUMENT` for a number that is not finite, a lone surrogate, two keys that are one after NFC,
 * more than 500 levels, or what is no JSON.
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0);
}

function write(value: JsonValue, depth: number): string {
  if (depth > DEEPEST) throw notJson(`more than ${DEEPEST} levels`);
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw notJson(`the number ${value}`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) {
        return `[${Array.from(value, (item) => write(item as JsonValue, depth + 1)).join(',')}]`;
      }
      return writeObject(value as JsonObject, depth);
    default:
      throw notJson(`a ${typeof value}`);
  }
}

function writeObject(value: JsonObject, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw notJson('an object of a class');
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => [key.normalize('NFC'), member] as const)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  if (members.some(([key], index) => key === members[index - 1]?.[0])) throw notJson('one key twice');
  return `{${members.map(([key, member]) => `${writeString(key)}:${write(member, depth + 1)}`).join(',')}}`;
}

/** SHA-256 of the canonical text, in hex. */
export const digestJson = (value: JsonValue): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

function writeString(text: string): string {
  if (!text.isWellFormed()) throw notJson('a lone surrogate');
  return JSON.stringify(text.normalize('NFC'));
}

const notJson = (what: string): HermesError =>
  new HermesError('INVALID_ARGUMENT', `JSON cannot hold ${what}`, { layer: 'core' });
