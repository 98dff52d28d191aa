import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import type { SubjectKey, SubjectKeys } from '@hermes-agent/memory';

/** What stands for a value whose key was destroyed: no contract takes it, so that nothing can be done with it. */
const ERASED: JsonValue = { $erased: true };
const MASK = '•••';

/** A value as it lies in the journal: `{ "$sealed": token }`. A reference is no value yet and stays. */
export function sealValue(key: SubjectKey, value: JsonValue): JsonValue {
  if (tokenOf(value) !== null || isReference(value)) return value;
  if (!holdsReference(value)) return { $sealed: key.seal(JSON.stringify(value)) };
  return mapMembers(value, (member) => sealValue(key, member));
}

/** An object with each of its members sealed. */
export const sealMembers = (key: SubjectKey, object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, sealValue(key, member)]));

/** The value with all that was sealed in it opened; what an erasure made unreadable becomes `{ "$erased": true }`. */
export async function openValue(keys: SubjectKeys, value: JsonValue): Promise<JsonValue> {
  if (!JSON.stringify(value).includes('"$sealed"')) return value;
  const opened = new Map<string, JsonValue>();
  for (const token of tokensIn(value)) {
    const key = await keys.opening(token);
    opened.set(token, key === null ? ERASED : (JSON.parse(key.open(token)) as JsonValue));
  }
  return replaceSealed(value, (token) => opened.get(token)!);
}

/** The value as a page may show it. */
export const hideSealed = (value: JsonValue): JsonValue => replaceSealed(value, () => MASK);

/** Every token in a value. */
export function tokensIn(value: JsonValue): readonly string[] {
  const found = new Set<string>();
  replaceSealed(value, (token) => {
    found.add(token);
    return null;
  });
  return [...found];
}

function replaceSealed(value: JsonValue, replace: (token: string) => JsonValue): JsonValue {
  const token = tokenOf(value);
  return token === null ? mapMembers(value, (member) => replaceSealed(member, replace)) : replace(token);
}

function mapMembers(value: JsonValue, map: (member: JsonValue) => JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(map);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}

function tokenOf(value: JsonValue): string | null {
  return isJsonObject(value) && typeof value.$sealed === 'string' ? value.$sealed : null;
}

const REFERENCES = ['$output', '$idempotency_key', '$input'];

const isReference = (value: JsonValue): boolean =>
  isJsonObject(value) && Object.keys(value).length === 1 && REFERENCES.includes(Object.keys(value)[0]!);

function holdsReference(value: JsonValue): boolean {
  if (isReference(value)) return true;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(holdsReference);
  return isJsonObject(value) && Object.values(value).some(holdsReference);
}
