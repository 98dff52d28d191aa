import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { describers, itemSchemas, memberSchemas } from './members.ts';

const MASK = '•••';

/** The value with every part that its schema marks `x-sensitive: true` replaced. Valid or not. */
export function maskSensitive(value: JsonValue, root: JsonObject): JsonValue {
  const mask = (current: JsonValue, schemas: readonly JsonObject[]): JsonValue => {
    const all = [...new Set(schemas.flatMap((schema) => describers(schema, root)))];
    if (all.some((schema) => schema['x-sensitive'] === true)) return MASK;
    if (Array.isArray(current)) {
      return (current as readonly JsonValue[]).map((item, index) => mask(item, itemSchemas(all, index)));
    }
    if (!isJsonObject(current)) return current;
    return Object.fromEntries(
      Object.entries(current).map(([name, member]) => [
        name,
        mask(member, [...memberSchemas(all, name), ...otherMembers(all)]),
      ]),
    );
  };
  return mask(value, [root]);
}

/** What a schema says of members it does not name; taken for all members, which at worst hides too much. */
function otherMembers(objects: readonly JsonObject[]): readonly JsonObject[] {
  return objects.flatMap(({ additionalProperties, patternProperties }) => [
    ...(isJsonObject(additionalProperties) ? [additionalProperties] : []),
    ...(isJsonObject(patternProperties) ? Object.values(patternProperties).filter(isJsonObject) : []),
  ]);
}
