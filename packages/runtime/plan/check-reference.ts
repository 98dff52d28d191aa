import { type JsonObject, readPointer } from '@hermes-agent/core';
import type { Reference } from './reference.ts';
import { type SchemaAt, schemaAt, typesOf } from './schema-walk.ts';
import type { PlanSurroundings } from './surroundings.ts';

const SESSION_SCHEMA: JsonObject = {
  type: 'object',
  properties: { locale: { type: 'string', enum: ['zh', 'en'] } },
  additionalProperties: false,
};

interface ReferencePlace {
  readonly around: PlanSurroundings;
  readonly outputs: ReadonlyMap<string, JsonObject>;
  readonly ownInput: JsonObject | undefined;
  readonly target: SchemaAt;
}

/** What is wrong with one reference at its place in an input, or null. */
export function checkReference({ kind, value }: Reference, place: ReferencePlace): string | null {
  if (kind === '$const') return null;
  if (typeof value !== 'string') return `${kind} takes a text`;
  switch (kind) {
    case '$slot':
      return checkSource(kind, value, place.around.slots ?? {}, place.target);
    case '$session':
      return checkSource(kind, value, SESSION_SCHEMA, place.target);
    case '$user':
      return checkSource(kind, value, place.around.profile, place.target);
    case '$text':
      return place.around.responseKeys.has(value) ? null : `no response is named ${value}`;
    case '$input':
      if (place.ownInput === undefined) return '$input is for verifications and compensations';
      return readPointer(place.ownInput, value) !== undefined
        ? null
        : `the step's input has nothing at ${value}`;
    case '$idempotency_key':
      return place.outputs.has(value) || value === 'self' || place.ownInput !== undefined
        ? null
        : `no earlier step is named ${value}`;
    case '$output': {
      const [stepId = '', pointer] = value.split('#', 2);
      const schema = place.outputs.get(stepId);
      if (schema === undefined) return `no earlier step is named ${stepId}`;
      if (pointer === undefined) return `expected step#/pointer, got ${value}`;
      return checkSource(kind, pointer, schema, place.target);
    }
  }
}

function checkSource(kind: string, pointer: string, source: JsonObject, target: SchemaAt): string | null {
  const found = schemaAt(source, pointer);
  if (found === 'absent') return `${kind} has nothing at ${pointer}`;
  if (found === 'unknown' || target === 'unknown' || target === 'absent') return null;
  const given = typesOf(found);
  const wanted = typesOf(target);
  if (given === null || wanted === null || [...given].some((type) => wanted.has(type))) return null;
  return `expected ${[...wanted].join(' or ')}, and ${kind} ${pointer} is ${[...given].join(' or ')}`;
}
