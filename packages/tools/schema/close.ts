import type { JsonObject } from '@hermes-agent/core';
import { mapSubschemas, type Position } from './subschemas.ts';

const LOOKS_ELSEWHERE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas'] as const;
const SAYS_ITSELF = ['additionalProperties', 'unevaluatedProperties'] as const;

/**
 * The schema with every object closed that does not say otherwise, nested ones too: a misspelt `filter` is an
 * error, not a call without its filter.
 *
 * Where an object is put together from parts (`allOf`, `$ref`, …) the closing has to see all of them, so it is
 * `unevaluatedProperties` beside the parts, never `additionalProperties` inside one.
 */
export function closeObjects(schema: JsonObject, position: Position = 'value'): JsonObject {
  if (position === 'test') return schema;
  const closed = mapSubschemas(schema, closeObjects);
  if (position !== 'value' || SAYS_ITSELF.some((keyword) => Object.hasOwn(schema, keyword))) return closed;
  if (LOOKS_ELSEWHERE.some((keyword) => Object.hasOwn(schema, keyword))) {
    return { ...closed, unevaluatedProperties: false };
  }
  return describesObject(schema) ? { ...closed, additionalProperties: false } : closed;
}

function describesObject(schema: JsonObject): boolean {
  const { type } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.includes('object') || Object.hasOwn(schema, 'properties');
}
