import { formatPointer, type JsonValue } from '@hermes-agent/core';
import { clip } from './clip.ts';
import { observedType } from './observed.ts';
import type { Shape } from './shape.ts';

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
 * is not changed; parts in which nothing is undeclared are shared with it.
 */
export function stripUndeclared(value: JsonValue, shape: Shape): Stripped {
  const undeclared = new Map<string, string>();
  const path: string[] = [];
  const at = (token: string, current: JsonValue, shapeThere: Shape): JsonValue => {
    if (typeof current !== 'object' || current === null) return current;
    path.push(token);
    const stripped = strip(current, shapeThere);
    path.pop();
    return stripped;
  };
  const strip = (current: JsonValue, there: Shape): JsonValue => {
    if (typeof current !== 'object' || current === null) return current;
    if (Array.isArray(current)) {
      const items = (current as readonly JsonValue[]).map((item, index) => at('*', item, there.item(index)));
      return items.every((item, index) => item === current[index]) ? current : items;
    }
    const kept: [string, JsonValue][] = [];
    let changed = false;
    for (const [name, member] of Object.entries(current)) {
      const declared = there.member(name);
      if (declared === undefined && !there.open) {
        changed = true;
        if (undeclared.size < MOST_REPORTED) {
          undeclared.set(formatPointer([...path, clip(name, 64)]), observedType(member));
        }
        continue;
      }
      const stripped = declared === undefined ? member : at(name, member, declared);
      changed ||= stripped !== member;
      kept.push([name, stripped]);
    }
    return changed ? Object.fromEntries(kept) : current;
  };
  const kept = strip(value, shape);
  return { value: kept, undeclared: [...undeclared].map(([pointer, observed]) => ({ pointer, observed })) };
}
