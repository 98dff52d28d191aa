import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { resolveReference } from './subschemas.ts';

/**
 * What all the schemas that may describe one place say of it together: its own, those it refers to, each of its
 * alternatives. Worked out once per place of a schema, when a value first goes there.
 */
export interface Shape {
  readonly sensitive: boolean;
  /** Whether members that no schema names belong to it. */
  readonly open: boolean;
  /** The shape of a declared member; undefined when no schema names it. */
  member(name: string): Shape | undefined;
  /** The shape of members that are not named, from what is said of others. */
  readonly others: Shape;
  item(index: number): Shape;
}

export function shapeOf(root: JsonObject): Shape {
  const known = new Map<JsonObject, Shape>();
  const make = (schemas: readonly JsonObject[]): Shape => {
    const [only] = schemas;
    const single = schemas.length === 1 ? only : undefined;
    const before = single === undefined ? undefined : known.get(single);
    if (before !== undefined) return before;
    const shape = shapeOfAll([...new Set(schemas.flatMap((schema) => describers(schema, root)))], make);
    if (single !== undefined) known.set(single, shape);
    return shape;
  };
  return make([root]);
}

function shapeOfAll(all: readonly JsonObject[], make: (schemas: readonly JsonObject[]) => Shape): Shape {
  const declared = new Map<string, JsonObject[]>();
  for (const { properties } of all) {
    if (!isJsonObject(properties)) continue;
    for (const [name, member] of Object.entries(properties)) {
      declared.set(name, [...(declared.get(name) ?? []), isJsonObject(member) ? member : {}]);
    }
  }
  const longestPrefix = Math.max(0, ...all.map(({ prefixItems }) => listOf(prefixItems).length));
  const members = new Map<string, Shape>();
  const items: Shape[] = [];
  let others: Shape | undefined;
  return {
    sensitive: all.some((schema) => schema['x-sensitive'] === true),
    open: !all.some(({ properties }) => isJsonObject(properties)) || all.some(speaksOfOthers),
    member(name) {
      const schemas = declared.get(name);
      if (schemas === undefined) return undefined;
      const shape = members.get(name) ?? make(schemas);
      members.set(name, shape);
      return shape;
    },
    get others() {
      others ??= make(all.flatMap(schemasOfOthers));
      return others;
    },
    item(index) {
      const place = Math.min(index, longestPrefix);
      items[place] ??= make(
        all.flatMap(({ prefixItems, items: rest }) => {
          const schema = listOf(prefixItems)[place] ?? rest;
          return isJsonObject(schema) ? [schema] : [];
        }),
      );
      return items[place];
    },
  };
}

/** Every schema that may describe the very instance `schema` describes: itself, its references, its parts. */
function describers(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const visit = (candidate: JsonValue | undefined): void => {
    if (!isJsonObject(candidate) || found.has(candidate)) return;
    found.add(candidate);
    if (typeof candidate.$ref === 'string') visit(resolveReference(root, candidate.$ref));
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) listOf(candidate[keyword]).forEach(visit);
    for (const keyword of ['then', 'else'] as const) visit(candidate[keyword]);
    if (isJsonObject(candidate.dependentSchemas)) Object.values(candidate.dependentSchemas).forEach(visit);
  };
  visit(schema);
  return [...found];
}

const speaksOfOthers = (schema: JsonObject): boolean =>
  ['additionalProperties', 'unevaluatedProperties', 'patternProperties'].some(
    (keyword) => Object.hasOwn(schema, keyword) && schema[keyword] !== false,
  );

const schemasOfOthers = ({ additionalProperties, patternProperties }: JsonObject): readonly JsonObject[] => [
  ...(isJsonObject(additionalProperties) ? [additionalProperties] : []),
  ...(isJsonObject(patternProperties) ? Object.values(patternProperties).filter(isJsonObject) : []),
];

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];
