import type { JsonObject, JsonValue } from '@hermes-agent/core';
import { z } from 'zod';

/** Every shape that has a name in the OpenAPI document. Requests are validated with the very same schemas. */
export const wireSchemas = z.registry<{ id: string }>();

/** Gives `schema` its name in the OpenAPI document. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  wireSchemas.add(schema, { id });
  return schema;
}

/** A JSON object whose members are the agent's own affair. */
export const jsonObjectSchema = z.record(z.string(), z.unknown()) as unknown as z.ZodType<
  JsonObject,
  JsonObject
>;

/** Any JSON value, likewise. */
export const jsonValueSchema = z.unknown() as unknown as z.ZodType<JsonValue, JsonValue>;
