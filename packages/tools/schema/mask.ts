import { isJsonObject, type JsonValue } from '@hermes-agent/core';
import type { Shape } from './shape.ts';

const MASK = '•••';

/** The value with every part that its schema marks `x-sensitive: true` replaced. It need not be valid. */
export const maskSensitive = (value: JsonValue, shape: Shape): JsonValue =>
  replaceSensitive(value, shape, () => MASK);

/** Likewise, each such part by what `replace` makes of it. */
export function replaceSensitive(
  value: JsonValue,
  shape: Shape,
  replace: (part: JsonValue) => JsonValue,
): JsonValue {
  if (shape.sensitive) return replace(value);
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item, index) =>
      replaceSensitive(item, shape.item(index), replace),
    );
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      replaceSensitive(member, shape.member(name) ?? shape.others, replace),
    ]),
  );
}
