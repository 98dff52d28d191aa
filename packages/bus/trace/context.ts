import { createHash } from 'node:crypto';
import { parseTraceparent, traceIdOf } from '@hermes-agent/core';
import type { Order } from '../order/order.ts';

type Traced = Pick<Order, 'requestId' | 'traceparent'>;

/** The 16 hex digits of a span, derived from what it is about, so that every process names it alike. */
export const spanIdOf = (...about: readonly (string | number)[]): string =>
  createHash('sha256').update(about.join('\0')).digest('hex').slice(0, 16);

/** The trace an order belongs to: its requester's, or one of its own. */
export function traceOf({ requestId, traceparent }: Traced): {
  traceId: string;
  parentSpanId: string | null;
} {
  const parent = traceparent === undefined ? null : parseTraceparent(traceparent);
  return { traceId: parent?.traceId ?? traceIdOf(requestId), parentSpanId: parent?.spanId ?? null };
}

/** The span over a whole request. */
export const requestSpanId = ({ requestId }: Traced): string => spanIdOf('request', requestId);

/** What an attempt hands to its tool, so that the tool's spans hang below the attempt (W3C trace context). */
export const attemptTraceparent = (order: Traced, callId: string, fence: number): string =>
  `00-${traceOf(order).traceId}-${fence === 0 ? requestSpanId(order) : spanIdOf('attempt', callId, fence)}-01`;
