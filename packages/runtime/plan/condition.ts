import { digestJson, type JsonValue, readPointer } from '@hermes-agent/core';
import type { PlanCondition } from './plan-document.ts';

/** Whether `output` meets `condition`. Equality is that of canonical JSON. */
export function meets(condition: PlanCondition, output: JsonValue): boolean {
  const found = readPointer(output, condition.pointer);
  if (condition.exists !== undefined) return (found !== undefined) === condition.exists;
  if (found === undefined) return false;
  const digest = digestJson(found);
  const wanted = condition.in ?? [condition.equals ?? null];
  return wanted.some((value) => digestJson(value as JsonValue) === digest);
}
