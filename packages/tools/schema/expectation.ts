import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import type { ErrorObject } from 'ajv';
import { clip } from './clip.ts';

/** What a schema's keyword asks for, in words. Made of the contract alone, never of the value. */
export function expectationOf({ keyword, params, schema, parentSchema, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return typeWords({ type: schema as JsonValue });
    case 'enum':
      return `one of ${listed(schema as JsonValue[])}`;
    case 'const':
      return `exactly ${JSON.stringify(schema)}`;
    case 'pattern':
      return `text that matches ${schema}`;
    case 'format':
      return `a valid ${schema}`;
    case 'minLength':
      return `at least ${count(schema, 'character')}`;
    case 'maxLength':
      return `at most ${count(schema, 'character')}`;
    case 'minItems':
      return `at least ${count(schema, 'item')}`;
    case 'maxItems':
      return `at most ${count(schema, 'item')}`;
    case 'minProperties':
      return `at least ${count(schema, 'field')}`;
    case 'maxProperties':
      return `at most ${count(schema, 'field')}`;
    case 'minimum':
      return `at least ${schema}`;
    case 'maximum':
      return `at most ${schema}`;
    case 'exclusiveMinimum':
      return `more than ${schema}`;
    case 'exclusiveMaximum':
      return `less than ${schema}`;
    case 'multipleOf':
      return `a multiple of ${schema}`;
    case 'uniqueItems':
      return 'no item twice';
    case 'anyOf':
    case 'oneOf':
      return alternatives(
        schema as JsonValue[],
        params.passingSchemas !== null && params.passingSchemas !== undefined,
      );
    case 'discriminator':
      return `a known ${String((parentSchema?.discriminator as JsonObject | undefined)?.propertyName)}`;
    default:
      return message ?? keyword;
  }
}

/** The types a schema allows: `string`, `string or null`, `a value` when it does not say. */
export function typeWords(schema: JsonValue | undefined): string {
  const type = isJsonObject(schema) ? schema.type : undefined;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.join(' or ');
  return 'a value';
}

function alternatives(schemas: readonly JsonValue[], severalFit: boolean): string {
  if (severalFit) return `exactly one of ${schemas.length} alternatives`;
  const types = [...new Set(schemas.map(typeWords))];
  return types.includes('a value') ? `one of ${schemas.length} alternatives` : types.join(' or ');
}

function listed(values: readonly JsonValue[]): string {
  const shown = values
    .slice(0, 8)
    .map((value) => (typeof value === 'string' ? clip(value, 40) : JSON.stringify(value)));
  return values.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

const count = (amount: unknown, unit: string): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`;
