import { canonicalJson, type JsonValue, readPointer } from '@hermes-agent/core';
import type { Condition } from './order.ts';

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
