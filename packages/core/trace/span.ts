import { createHash } from 'node:crypto';
import type { Layer } from '../error/hermes-error.ts';
import type { Clock } from '../time/clock.ts';

export type SpanValue = string | number | boolean | null;

/** One finished piece of work, as it is stored and shown. Times are wall-clock milliseconds, with fractions. */
export interface SpanRecord {
  readonly spanId: string;
  readonly traceId: string;
  readonly parentSpanId: string | null;
  readonly requestId: string | null;
  readonly turnId: string | null;
  readonly sessionId: string | null;
  readonly layer: Layer;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** `OK`, or the error code it ended with. */
  readonly code: string;
  readonly attributes: Readonly<Record<string, SpanValue>>;
}

/** Takes finished spans. Must not throw and must not block: what it cannot keep, it counts. */
export interface SpanSink {
  write(span: SpanRecord): void;
}

/** What a span belongs to. `requestId` and `turnId` are both null only for work of no one. */
export interface SpanScope {
  readonly requestId?: string;
  readonly turnId?: string;
  readonly sessionId?: string;
  /** W3C `traceparent` of the parent, when there is one. */
  readonly traceparent?: string;
}

export interface Span {
  /** W3C `traceparent` that children pass on. */
  readonly traceparent: string;
  set(attributes: Readonly<Record<string, SpanValue>>): void;
  /** Ends the span once; later calls do nothing. */
  end(code?: string): void;
}

export interface Tracer {
  start(layer: Layer, name: string, scope: SpanScope, attributes?: Readonly<Record<string, SpanValue>>): Span;
}

/** A tracer over `sink`. `nextSpanId` gives 16 hex digits. */
export function createTracer(clock: Clock, sink: SpanSink, nextSpanId: () => string): Tracer {
  return {
    start(layer, name, scope, attributes = {}) {
      const parent = scope.traceparent === undefined ? null : parseTraceparent(scope.traceparent);
      const traceId = parent?.traceId ?? traceIdOf(scope.requestId ?? scope.turnId ?? nextSpanId());
      const spanId = nextSpanId();
      const startMs = clock.now();
      const startedAt = clock.monotonic();
      let collected = { ...attributes };
      let ended = false;
      return {
        traceparent: `00-${traceId}-${spanId}-01`,
        set(more) {
          collected = { ...collected, ...more };
        },
        end(code = 'OK') {
          if (ended) return;
          ended = true;
          sink.write({
            spanId,
            traceId,
            parentSpanId: parent?.spanId ?? null,
            requestId: scope.requestId ?? null,
            turnId: scope.turnId ?? null,
            sessionId: scope.sessionId ?? null,
            layer,
            name,
            startMs,
            endMs: startMs + (clock.monotonic() - startedAt),
            code,
            attributes: collected,
          });
        },
      };
    },
  };
}

/** Drops every span; the default of every layer used alone. */
export const silentTracer: Tracer = createTracer(
  { now: () => 0, monotonic: () => 0, after: () => () => {} },
  { write() {} },
  () => '0000000000000001',
);

/** The 32 hex digits of a trace id: a UUID without its dashes, or a digest of any other text. */
export function traceIdOf(id: string): string {
  const bare = id.replaceAll('-', '').toLowerCase();
  return /^(?!0{32})[0-9a-f]{32}$/.test(bare)
    ? bare
    : createHash('sha256').update(id).digest('hex').slice(0, 32);
}

/** Reads a W3C `traceparent`; null when it is not one (trace context level 1, section 3.2). */
export function parseTraceparent(header: string): { traceId: string; spanId: string } | null {
  const match = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/.exec(
    header,
  );
  return match === null ? null : { traceId: match[1]!, spanId: match[2]! };
}
