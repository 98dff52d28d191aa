import { formatPointer, isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { clip } from './clip.ts';
import { describers, itemSchemas, memberSchemas } from './members.ts';
import { observedType } from './observed.ts';

export interface Stripped {
  readonly value: JsonValue;
  /** What was taken out; at most 100 places. */
  readonly undeclared: readonly Undeclared[];
}

export interface Undeclared {
  /** A JSON pointer with `*` for the indexes of items: each kind of place once. */
  readonly pointer: string;
  /** The JSON type found there. */
  readonly observed: string;
}

const MOST_REPORTED = 100;

/**
 * Takes out of a valid value what its schema does not declare. Outputs stay open, so that a new field of the
 * other side breaks nobody, and nobody comes to depend on a field that no contract promises.
 *
 * An object that declares no field at all, or says anything of others (`additionalProperties`,
 * `patternProperties`), is kept as it is there. Only what no alternative declares is taken out. The value itself
 * is not changed.
 */
export function stripUndeclared(value: JsonValue, root: JsonObject): Stripped {
  const undeclared = new Map<string, string>();
  const strip = (current: JsonValue, schemas: readonly JsonObject[], path: readonly string[]): JsonValue => {
    if (typeof current !== 'object' || current === null) return current;
    const all = [...new Set(schemas.flatMap((schema) => describers(schema, root)))];
    if (Array.isArray(current)) {
      return current.map((item, index) => strip(item, itemSchemas(all, index), [...path, '*']));
    }
    const keepsUnknown = !all.some(({ properties }) => isJsonObject(properties)) || all.some(speaksOfOthers);
    const members: [string, JsonValue][] = [];
    for (const [name, member] of Object.entries(current)) {
      const declared = memberSchemas(all, name);
      if (declared.length > 0) members.push([name, strip(member, declared, [...path, name])]);
      else if (keepsUnknown) members.push([name, member]);
      else if (undeclared.size < MOST_REPORTED) {
        undeclared.set(formatPointer([...path, clip(name, 64)]), observedType(member));
      }
    }
    return Object.fromEntries(members);
  };
  const kept = strip(value, [root], []);
  return { value: kept, undeclared: [...undeclared].map(([pointer, observed]) => ({ pointer, observed })) };
}

function speaksOfOthers(schema: JsonObject): boolean {
  return ['additionalProperties', 'unevaluatedProperties', 'patternProperties'].some(
    (keyword) => Object.hasOwn(schema, keyword) && schema[keyword] !== false,
  );
}
