import type { JsonObject } from '@hermes-agent/core';
import { nearestName } from './nearest.ts';
import { compilePattern } from './pattern.ts';
import { resolveReference, subschemas } from './subschemas.ts';
import { FORMATS } from './validator.ts';

export interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Keyword → the types it says something about; an empty list where it speaks of any. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  ...keywords([], '$schema $comment $defs definitions $ref title description default examples deprecated'),
  ...keywords([], 'readOnly writeOnly type enum const allOf anyOf oneOf not if then else x-sensitive'),
  ...keywords([], 'discriminator'),
  ...keywords(['string'], 'minLength maxLength pattern format contentEncoding contentMediaType'),
  ...keywords(['number', 'integer'], 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'),
  ...keywords(['array'], 'items prefixItems contains minContains maxContains minItems maxItems uniqueItems'),
  ...keywords(['array'], 'unevaluatedItems'),
  ...keywords(['object'], 'properties patternProperties additionalProperties unevaluatedProperties required'),
  ...keywords(['object'], 'propertyNames minProperties maxProperties dependentRequired dependentSchemas'),
};

/** What is wrong with a schema that JSON Schema's own meta-schema lets pass. */
export function lintSchema(root: JsonObject): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const visit = (schema: JsonObject, path: readonly (string | number)[]): void => {
    const report = (keyword: string, message: string): void => {
      issues.push({ path: [...path, keyword], message });
    };
    const { type } = schema;
    const types = type === undefined ? null : ((Array.isArray(type) ? type : [type]) as readonly string[]);
    for (const keyword of Object.keys(schema)) {
      const subjects = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
      if (subjects === undefined) {
        const nearest = nearestName(keyword, Object.keys(KEYWORDS));
        report(keyword, `is no keyword here${nearest === undefined ? '' : `; did you mean ${nearest}?`}`);
      } else if (
        subjects.length > 0 &&
        types !== null &&
        !subjects.some((subject) => types.includes(subject))
      ) {
        report(keyword, `speaks of ${subjects.join(' or ')}, but the type here is ${types.join(' or ')}`);
      }
    }
    if (typeof schema.$schema === 'string' && !/\/draft\/2020-12\/schema#?$/.test(schema.$schema)) {
      report('$schema', 'must be JSON Schema 2020-12');
    }
    if (typeof schema.$ref === 'string') {
      if (!schema.$ref.startsWith('#')) report('$ref', 'must point inside this schema (#/$defs/…)');
      else if (resolveReference(root, schema.$ref) === undefined) report('$ref', 'points at nothing');
    }
    if (typeof schema.format === 'string' && !FORMATS.includes(schema.format)) {
      report('format', `is none of those checked: ${FORMATS.join(', ')}`);
    }
    if (typeof schema.pattern === 'string') {
      const reason = patternError(schema.pattern);
      if (reason !== null) report('pattern', reason);
    }
    for (const pattern of Object.keys((schema.patternProperties as JsonObject | undefined) ?? {})) {
      const reason = patternError(pattern);
      if (reason !== null) issues.push({ path: [...path, 'patternProperties', pattern], message: reason });
    }
    for (const subschema of subschemas(schema)) visit(subschema.schema, [...path, ...subschema.path]);
  };
  visit(root, []);
  return issues;
}

function patternError(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    return `cannot be matched in linear time (${(error as Error).message})`;
  }
}

function keywords(types: readonly string[], names: string): Record<string, readonly string[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, types]));
}
