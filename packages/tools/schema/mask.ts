import { isJsonObject, type JsonValue } from '@hermes-agent/core';
import type { Shape } from './shape.ts';

const MASK = '•••';

/** The value with every part that its schema marks `x-sensitive: true` replaced. It need not be valid. */
export function maskSensitive(value: JsonValue, shape: Shape): JsonValue {
  if (shape.sensitive) return MASK;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item, index) => maskSensitive(item, shape.item(index)));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      maskSensitive(member, shape.member(name) ?? shape.others),
    ]),
  );
}
