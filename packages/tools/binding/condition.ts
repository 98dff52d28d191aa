import { canonicalJson, type JsonValue, readPointer } from '@hermes-agent/core';
import type { Condition } from '../contract/document.ts';

/** Whether a document meets a contract's condition. One with a pointer alone asks that something is there. */
export function meets(document: JsonValue | undefined, condition: Condition): boolean {
  const found = readPointer(document, condition.pointer);
  if (condition.exists !== undefined && (found !== undefined) !== condition.exists) return false;
  if (condition.equals !== undefined && !same(found, condition.equals)) return false;
  if (condition.in !== undefined && !condition.in.some((candidate) => same(found, candidate))) return false;
  const asksNothing =
    condition.exists === undefined && condition.equals === undefined && condition.in === undefined;
  return asksNothing ? found !== undefined : true;
}

const same = (left: JsonValue | undefined, right: JsonValue): boolean =>
  left !== undefined &&
  (left === right || (typeof left === 'object' && canonicalJson(left) === canonicalJson(right)));
