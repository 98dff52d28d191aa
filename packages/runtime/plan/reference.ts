import { HermesError, isJsonObject, type JsonObject, type JsonValue, readPointer } from '@hermes-agent/core';

/** What `$slot`, `$session`, `$user` and `$text` are read from when a plan is compiled. */
export interface ReferenceScope {
  readonly slots: JsonObject;
  readonly session: JsonObject;
  readonly user: JsonObject;
  readonly text: (key: string) => string;
}

export const REFERENCE_KINDS = [
  '$slot',
  '$session',
  '$user',
  '$text',
  '$const',
  '$input',
  '$output',
  '$idempotency_key',
] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export interface Reference {
  readonly kind: ReferenceKind;
  readonly value: JsonValue;
}

/** Reads `{ $slot: /x }` and its kin; null for an ordinary value. */
export function asReference(value: JsonValue): Reference | null {
  if (!isJsonObject(value)) return null;
  const keys = Object.keys(value);
  const kind = REFERENCE_KINDS.find((candidate) => candidate === keys[0]);
  return keys.length === 1 && kind !== undefined ? { kind, value: value[kind]! } : null;
}

/**
 * Fills a template. What only the bus can know (`$output`, `$idempotency_key`) stays as it is, with `self`
 * replaced by `stepId`. A member whose reference finds nothing is left out; the contract says whether that is allowed.
 */
export function resolveReferences(
  template: JsonValue,
  scope: ReferenceScope,
  stepId: string,
  stepInput: JsonValue = {},
): JsonValue | undefined {
  const reference = asReference(template);
  if (reference !== null) return resolveReference(reference, scope, stepId, stepInput);
  if (Array.isArray(template)) {
    return template
      .map((item) => resolveReferences(item as JsonValue, scope, stepId, stepInput))
      .filter((item) => item !== undefined);
  }
  if (!isJsonObject(template)) return template;
  const filled: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(template)) {
    const value = resolveReferences(member, scope, stepId, stepInput);
    if (value !== undefined) filled[key] = value;
  }
  return filled;
}

function resolveReference(
  { kind, value }: Reference,
  scope: ReferenceScope,
  stepId: string,
  stepInput: JsonValue,
): JsonValue | undefined {
  switch (kind) {
    case '$const':
      return asData(value);
    case '$slot':
      return asData(readPointer(scope.slots, String(value)));
    case '$session':
      return asData(readPointer(scope.session, String(value)));
    case '$user':
      return asData(readPointer(scope.user, String(value)));
    case '$text':
      return scope.text(String(value));
    case '$input':
      return readPointer(stepInput, String(value));
    case '$output':
      return { $output: String(value).replace(/^self#/, `${stepId}#`) };
    case '$idempotency_key':
      return { $idempotency_key: value === 'self' ? stepId : value };
  }
}

/**
 * Data stays data: a value that reads like a reference would be followed by the bus, so it is refused.
 * Throws `VALIDATION_FAILED`.
 */
function asData(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || findReferences(value).next().done) return value;
  throw new HermesError('VALIDATION_FAILED', 'A value reads like a reference', { layer: 'runtime' });
}

/** Every reference inside a template, with the path that leads to it. */
export function* findReferences(
  template: JsonValue,
  path: readonly (string | number)[] = [],
): Generator<{ readonly path: readonly (string | number)[]; readonly reference: Reference }> {
  const reference = asReference(template);
  if (reference !== null) {
    yield { path, reference };
  } else if (Array.isArray(template)) {
    for (const [index, item] of template.entries())
      yield* findReferences(item as JsonValue, [...path, index]);
  } else if (isJsonObject(template)) {
    for (const [key, member] of Object.entries(template)) yield* findReferences(member, [...path, key]);
  }
}
