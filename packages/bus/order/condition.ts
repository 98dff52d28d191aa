import { canonicalJson, type JsonValue, readPointer } from '@hermes-agent/core';

/** Holds for an output when what stands at `pointer` equals one of the values, or exists as it should. */
export interface Condition {
  readonly pointer: string;
  readonly equals?: JsonValue;
  readonly in?: readonly JsonValue[];
  readonly exists?: boolean;
}

/** Whether `output` meets `condition`; equality is that of canonical JSON. */
export function meets(condition: Condition, output: JsonValue): boolean {
  const found = readPointer(output, condition.pointer);
  if (condition.exists !== undefined && (found !== undefined) !== condition.exists) return false;
  if (condition.equals === undefined && condition.in === undefined) return condition.exists !== undefined;
  if (found === undefined) return false;
  const text = canonicalJson(found);
  return [...(condition.in ?? []), ...(condition.equals === undefined ? [] : [condition.equals])].some(
    (value) => canonicalJson(value) === text,
  );
}
