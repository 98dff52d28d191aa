import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';

/**
 * How a subschema relates to the instance its parent looks at: `value` describes a member or item of it,
 * `same` looks at the very same instance, `test` decides something without describing anything,
 * `definition` waits to be referred to.
 */
export type Position = 'value' | 'same' | 'test' | 'definition';

type Shape = 'one' | 'list' | 'map';

/** Every keyword of JSON Schema 2020-12 that holds schemas. */
const APPLICATORS: Readonly<Record<string, readonly [Shape, Position]>> = {
  properties: ['map', 'value'],
  patternProperties: ['map', 'value'],
  additionalProperties: ['one', 'value'],
  unevaluatedProperties: ['one', 'value'],
  items: ['one', 'value'],
  prefixItems: ['list', 'value'],
  unevaluatedItems: ['one', 'value'],
  contains: ['one', 'test'],
  propertyNames: ['one', 'test'],
  allOf: ['list', 'same'],
  anyOf: ['list', 'same'],
  oneOf: ['list', 'same'],
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: ['one', 'same'],
  else: ['one', 'same'],
  dependentSchemas: ['map', 'same'],
  if: ['one', 'test'],
  not: ['one', 'test'],
  $defs: ['map', 'definition'],
  definitions: ['map', 'definition'],
};

export interface Subschema {
  readonly schema: JsonObject;
  readonly path: readonly (string | number)[];
  readonly position: Position;
}

/** The direct subschemas of `schema`. Boolean schemas are left out: there is nothing in them to visit. */
export function* subschemas(schema: JsonObject): Generator<Subschema> {
  for (const [keyword, [shape, position]] of Object.entries(APPLICATORS)) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const held = schema[keyword]!;
    if (shape === 'one') {
      if (isJsonObject(held)) yield { schema: held, path: [keyword], position };
    } else if (Array.isArray(held)) {
      for (const [index, item] of held.entries()) {
        if (isJsonObject(item)) yield { schema: item, path: [keyword, index], position };
      }
    } else if (isJsonObject(held)) {
      for (const [name, member] of Object.entries(held)) {
        if (isJsonObject(member)) yield { schema: member, path: [keyword, name], position };
      }
    }
  }
}

/** A copy of `schema` with each direct subschema replaced. */
export function mapSubschemas(
  schema: JsonObject,
  replace: (subschema: JsonObject, position: Position) => JsonObject,
): JsonObject {
  const one = (held: JsonValue, position: Position): JsonValue =>
    isJsonObject(held) ? replace(held, position) : held;
  const copy = Object.entries(schema).map(([keyword, held]): [string, JsonValue] => {
    const applicator = Object.hasOwn(APPLICATORS, keyword) ? APPLICATORS[keyword] : undefined;
    if (applicator === undefined) return [keyword, held];
    const [shape, position] = applicator;
    if (shape === 'map' && isJsonObject(held)) {
      const members = Object.entries(held).map(([name, member]) => [name, one(member, position)]);
      return [keyword, Object.fromEntries(members) as JsonObject];
    }
    if (shape === 'list' && Array.isArray(held)) {
      return [keyword, (held as JsonValue[]).map((item) => one(item, position))];
    }
    return [keyword, shape === 'one' ? one(held, position) : held];
  });
  return Object.fromEntries(copy);
}

/** What a local `$ref` (`#/$defs/Address`) points at. Other references are refused when a contract is loaded. */
export function resolveReference(root: JsonObject, reference: string): JsonValue | undefined {
  if (reference === '#') return root;
  let current: JsonValue | undefined = root;
  for (const token of reference.replace(/^#\//, '').split('/')) {
    const name = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(name)] as JsonValue | undefined;
    else if (isJsonObject(current) && Object.hasOwn(current, name)) current = current[name];
    else return undefined;
  }
  return current;
}
