import { isJsonObject, type JsonValue, readPointer } from '@hermes-agent/core';

/** What a template's references are read from. */
export interface ReferenceScope {
  /** The output of the named step; undefined when it has none (yet). */
  output(step: string): JsonValue | undefined;
  /** What stands there in the step's own input; only a fallback may name it. */
  input?(pointer: string): JsonValue | undefined;
  /** The idempotency key of the named step; undefined when there is no such step. */
  idempotencyKey(step: string): string | undefined;
}

type Resolved =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly missing: string };

/**
 * Fills in the references of a template. A member that names an optional part of an output that is not there is
 * left out, as the plan's author would leave it out; one that names a step without output is an error.
 */
export function resolveReferences(template: JsonValue, scope: ReferenceScope): Resolved {
  let missing: string | null = null;
  const fill = (value: JsonValue): JsonValue | undefined => {
    if (Array.isArray(value))
      return value.map((item) => fill(item as JsonValue)).filter((item) => item !== undefined);
    if (!isJsonObject(value)) return value;
    const keys = Object.keys(value);
    if (keys.length === 1 && typeof value.$output === 'string') return readOutput(value.$output);
    if (keys.length === 1 && typeof value.$input === 'string' && scope.input !== undefined)
      return scope.input(value.$input);
    if (keys.length === 1 && typeof value.$idempotency_key === 'string')
      return readKey(value.$idempotency_key);
    const filled: Record<string, JsonValue> = {};
    for (const key of keys) {
      const member = fill(value[key]!);
      if (member !== undefined) filled[key] = member;
    }
    return filled;
  };
  const readOutput = (reference: string): JsonValue | undefined => {
    const { step, pointer } = parseOutputReference(reference);
    const output = scope.output(step);
    if (output === undefined) missing ??= reference;
    return output === undefined ? undefined : readPointer(output, pointer);
  };
  const readKey = (step: string): JsonValue | undefined => {
    const key = scope.idempotencyKey(step);
    if (key === undefined) missing ??= step;
    return key;
  };
  const value = fill(template);
  return missing === null ? { ok: true, value: value ?? null } : { ok: false, missing };
}

/** `report#/pdf/0` names `/pdf/0` in the output of the step `report`. */
export function parseOutputReference(reference: string): { step: string; pointer: string } {
  const hash = reference.indexOf('#');
  return hash < 0
    ? { step: reference, pointer: '' }
    : { step: reference.slice(0, hash), pointer: reference.slice(hash + 1) };
}
