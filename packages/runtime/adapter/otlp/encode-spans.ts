import type { SpanRecord, SpanValue } from '@hermes-agent/core';
import { describeSpan } from './describe-span.ts';

const STATUS_OK = 1;
const STATUS_ERROR = 2;

/** An `ExportTraceServiceRequest` of OTLP 1.x in its JSON form: ids in hex, 64-bit numbers as text. */
export function encodeSpans(spans: readonly SpanRecord[], serviceName: string): string {
  const byLayer = Map.groupBy(spans, ({ layer }) => layer);
  return JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: encodeAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
        },
        scopeSpans: Array.from(byLayer, ([layer, ofLayer]) => ({
          scope: { name: `hermes.${layer}` },
          spans: ofLayer.map(encodeSpan),
        })),
      },
    ],
  });
}

function encodeSpan(span: SpanRecord): object {
  const { name, kind, attributes } = describeSpan(span);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: encodeAttributes(attributes),
    status: span.code === 'OK' ? { code: STATUS_OK } : { code: STATUS_ERROR, message: span.code },
  };
}

/** By way of whole microseconds, the most that a double still holds of a date. */
const nanoseconds = (milliseconds: number): string =>
  String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);

const encodeAttributes = (attributes: Readonly<Record<string, SpanValue>>): object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: encodeValue(value) }],
  );

function encodeValue(value: Exclude<SpanValue, null>): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
