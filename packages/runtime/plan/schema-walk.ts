import { isJsonObject, type JsonObject, type JsonValue, parsePointer, readPointer } from '@hermes-agent/core';

/** What a schema says about a place: its schema there, that nothing can be there, or that it does not say. */
export type SchemaAt = JsonObject | 'absent' | 'unknown';

/** Follows a data pointer through a JSON Schema: `properties`, `items`, `prefixItems`, local `$ref`, `allOf`. */
export function schemaAt(root: JsonObject, pointer: string): SchemaAt {
  const tokens = parsePointer(pointer);
  if (tokens === null) return 'absent';
  let current: SchemaAt = dereference(root, root);
  for (const token of tokens) {
    if (current === 'absent' || current === 'unknown') return current;
    current = child(root, current, token);
  }
  return current;
}

function child(root: JsonObject, schema: JsonObject, token: string): SchemaAt {
  const direct = childHere(root, schema, token);
  if (direct !== 'absent' && direct !== 'unknown') return direct;
  const branches = Array.isArray(schema.allOf) ? (schema.allOf as JsonValue[]).filter(isJsonObject) : [];
  for (const branch of branches) {
    const found = child(root, dereference(root, branch), token);
    if (found !== 'absent' && found !== 'unknown') return found;
  }
  if (branches.length > 0 || 'anyOf' in schema || 'oneOf' in schema) return 'unknown';
  return direct;
}

function childHere(root: JsonObject, schema: JsonObject, token: string): SchemaAt {
  const properties = schema.properties;
  if (isJsonObject(properties) && Object.hasOwn(properties, token)) {
    const found = properties[token]!;
    return isJsonObject(found) ? dereference(root, found) : 'unknown';
  }
  if (/^\d+$/.test(token) && isJsonObject(schema.items)) return dereference(root, schema.items);
  if (isJsonObject(schema.additionalProperties)) return dereference(root, schema.additionalProperties);
  return isJsonObject(properties) || schema.additionalProperties === false ? 'absent' : 'unknown';
}

function dereference(root: JsonObject, schema: JsonObject): JsonObject {
  let current = schema;
  for (let hops = 0; hops < 32 && typeof current.$ref === 'string'; hops += 1) {
    const target = current.$ref.startsWith('#') ? readPointer(root, current.$ref.slice(1)) : undefined;
    if (!isJsonObject(target)) return {};
    current = target;
  }
  return current;
}

/** The JSON types a schema admits; null when it does not say. An integer is also a number. */
export function typesOf(schema: JsonObject): ReadonlySet<string> | null {
  const declared =
    typeof schema.type === 'string' ? [schema.type] : Array.isArray(schema.type) ? schema.type : null;
  if (declared === null) return null;
  const types = new Set(declared.map(String));
  if (types.has('number')) types.add('integer');
  return types;
}
