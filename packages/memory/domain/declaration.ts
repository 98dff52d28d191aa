import { canonicalJson, HermesError, isJsonObject, type JsonValue } from '@hermes-agent/core';
import { parseRetention } from './duration.ts';

export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** What a domain may remember about a user, and why. What is not declared is not stored. */
export interface FieldDeclaration {
  /** Why it is remembered, in words for the user and the auditor. */
  readonly purpose: string;
  /** `permanent`, or an ISO 8601 duration counted from the write. */
  readonly retention: string;
  /** A JSON Schema type name. */
  readonly type: FieldType;
}

export interface DomainDeclaration {
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** How long a written value may be read; null without end. */
  readonly retentionMs: number | null;
}

export interface Domain {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
}

const TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array', 'object'];
const NAME = /^[a-z][a-z0-9_-]{0,63}$/;
const LARGEST_VALUE_BYTES = 4_096;

/** Checks a declaration. Throws `INVALID_ARGUMENT` with a JSON pointer to what is wrong. */
export function parseDomain(declaration: DomainDeclaration): Domain {
  if (!NAME.test(declaration.name)) throw invalid('/name', 'A domain name is lower case, digits, - and _');
  const fields = new Map<string, Field>();
  for (const [name, field] of Object.entries(declaration.fields)) {
    const where = `/${declaration.name}/fields/${name}`;
    if (!NAME.test(name)) throw invalid(where, 'A field name is lower case, digits, - and _');
    if (typeof field.purpose !== 'string' || field.purpose.trim() === '') {
      throw invalid(`${where}/purpose`, 'A field needs the purpose it is remembered for');
    }
    if (!TYPES.includes(field.type)) {
      throw invalid(`${where}/type`, `A field type is one of ${TYPES.join(', ')}`);
    }
    fields.set(name, {
      name,
      type: field.type,
      retentionMs: parseRetention(field.retention, `${where}/retention`),
    });
  }
  return { name: declaration.name, fields };
}

/** The field by that name. Throws `FIELD_NOT_DECLARED`. */
export function fieldOf(domain: Domain, name: string): Field {
  const field = domain.fields.get(name);
  if (field !== undefined) return field;
  throw new HermesError('FIELD_NOT_DECLARED', `The domain ${domain.name} does not declare that field`, {
    layer: 'memory',
    where: `/${domain.name}/fields`,
    hint: `Declared: ${[...domain.fields.keys()].join(', ') || 'none'}. Add it with purpose, retention and type.`,
  });
}

/**
 * The canonical text of `value` as it is sealed.
 *
 * Throws `INVALID_ARGUMENT` for a value of another type than declared, `PAYLOAD_TOO_LARGE` over 4 kB. Neither
 * error repeats the value.
 */
export function encodeValue(domain: Domain, field: Field, value: JsonValue): Buffer {
  const where = `/${domain.name}/fields/${field.name}`;
  if (!isOfType(field.type, value)) throw invalid(where, `The field ${field.name} takes a ${field.type}`);
  const text = Buffer.from(canonicalJson(value), 'utf8');
  if (text.length > LARGEST_VALUE_BYTES) {
    throw new HermesError('PAYLOAD_TOO_LARGE', `A profile field holds at most ${LARGEST_VALUE_BYTES} bytes`, {
      layer: 'memory',
      where,
    });
  }
  return text;
}

function isOfType(type: FieldType, value: JsonValue): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  return typeof value === type;
}

const invalid = (where: string, message: string): HermesError =>
  new HermesError('INVALID_ARGUMENT', message, { layer: 'memory', where });
