import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { resolveReference } from './subschemas.ts';

/** Every place that may describe the very instance `schema` describes: itself, its references, its parts. */
export function describers(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const visit = (candidate: JsonValue | undefined): void => {
    if (!isJsonObject(candidate) || found.has(candidate)) return;
    found.add(candidate);
    if (typeof candidate.$ref === 'string') visit(resolveReference(root, candidate.$ref));
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      for (const part of (candidate[keyword] as readonly JsonValue[] | undefined) ?? []) visit(part);
    }
    for (const keyword of ['then', 'else'] as const) visit(candidate[keyword]);
    if (isJsonObject(candidate.dependentSchemas)) Object.values(candidate.dependentSchemas).forEach(visit);
  };
  visit(schema);
  return [...found];
}

/** The schemas that describe member `name` of an object that all of `objects` describe. */
export function memberSchemas(objects: readonly JsonObject[], name: string): readonly JsonObject[] {
  return objects.flatMap(({ properties }) => {
    if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return [];
    const member = properties[name]!;
    return [isJsonObject(member) ? member : {}];
  });
}

/** The schemas that describe item `index` of an array that all of `arrays` describe. */
export function itemSchemas(arrays: readonly JsonObject[], index: number): readonly JsonObject[] {
  return arrays.flatMap(({ prefixItems, items }) => {
    const item =
      (Array.isArray(prefixItems) ? (prefixItems as readonly JsonValue[])[index] : undefined) ?? items;
    return isJsonObject(item) ? [item] : [];
  });
}
