import { canonicalJson, digestJson, isJsonObject, type JsonValue } from '@hermes-agent/core';
import type { Order } from './order.ts';

/** What makes two orders the same: all of it but the trace context, which differs with every repeated POST. */
const bodyOf = ({ traceparent: _traceparent, ...body }: Order): JsonValue => body as unknown as JsonValue;

/** SHA-256 of the order's canonical JSON: key order, `1` and `1.0`, and Unicode spellings make no difference. */
export const orderDigest = (order: Order): string => digestJson(bodyOf(order));

/** The JSON pointer of the first place where two orders differ; null when they do not. */
export const firstDifference = (left: Order, right: Order): string | null =>
  differ(bodyOf(left), bodyOf(right), '') ?? null;

function differ(left: JsonValue | undefined, right: JsonValue | undefined, at: string): string | undefined {
  if (left === undefined || right === undefined) return left === right ? undefined : at;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
      const found = differ(left[index] as JsonValue, right[index] as JsonValue, `${at}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)].sort())) {
      const found = differ(left[key], right[key], `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return canonicalJson(left) === canonicalJson(right) ? undefined : at;
}
