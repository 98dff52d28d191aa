import type { SpanRecord } from '@hermes-agent/core';
import type { TraceSummary, TraceView } from '@hermes-agent/runtime';
import { z } from 'zod';
import { jsonObjectSchema, named } from './registry.ts';

export const statusSchema = z.enum([
  'running',
  'pending',
  'succeeded',
  'failed',
  'cancelled',
  'needs_attention',
]);

const layerSchema = z.enum([
  'core',
  'store',
  'conversation',
  'tools',
  'bus',
  'memory',
  'runtime',
  'server',
  'cli',
]);

export const spanSchema = named(
  'Span',
  z.object({
    span_id: z.string(),
    trace_id: z.string(),
    parent_span_id: z.string().nullable(),
    request_id: z.string().nullable(),
    turn_id: z.string().nullable(),
    session_id: z.string().nullable(),
    layer: layerSchema,
    name: z.string(),
    start_ms: z.number(),
    end_ms: z.number(),
    code: z.string().meta({ description: '`OK`, or the error code it ended with.' }),
    attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
);

const summaryFields = {
  request_id: z.string(),
  agent: z.string(),
  intent: z.string(),
  session_id: z.string(),
  status: statusSchema,
  code: z.string().nullable(),
  started_at: z.string().meta({ format: 'date-time' }),
  ended_at: z.string().nullable().meta({ format: 'date-time' }),
};

export const traceSummarySchema = named('TraceSummary', z.object(summaryFields));
export const traceListSchema = named('TraceList', z.object({ traces: z.array(traceSummarySchema) }));
export const traceSchema = named(
  'Trace',
  z.object({
    ...summaryFields,
    spans: z.array(spanSchema),
    messages: z
      .array(jsonObjectSchema)
      .meta({ description: 'The messages of the bus, oldest first; inputs and outputs are masked.' }),
  }),
);

export type WireSpan = z.infer<typeof spanSchema>;
export type WireTraceSummary = z.infer<typeof traceSummarySchema>;
export type WireTrace = z.infer<typeof traceSchema>;

export const encodeSpan = (span: SpanRecord): WireSpan => ({
  span_id: span.spanId,
  trace_id: span.traceId,
  parent_span_id: span.parentSpanId,
  request_id: span.requestId,
  turn_id: span.turnId,
  session_id: span.sessionId,
  layer: span.layer,
  name: span.name,
  start_ms: span.startMs,
  end_ms: span.endMs,
  code: span.code,
  attributes: { ...span.attributes },
});

const decodeSpan = (wire: WireSpan): SpanRecord => ({
  spanId: wire.span_id,
  traceId: wire.trace_id,
  parentSpanId: wire.parent_span_id,
  requestId: wire.request_id,
  turnId: wire.turn_id,
  sessionId: wire.session_id,
  layer: wire.layer,
  name: wire.name,
  startMs: wire.start_ms,
  endMs: wire.end_ms,
  code: wire.code,
  attributes: wire.attributes,
});

export const encodeTraceSummary = (trace: TraceSummary): WireTraceSummary => ({
  request_id: trace.requestId,
  agent: trace.agent,
  intent: trace.intent,
  session_id: trace.sessionId,
  status: trace.status,
  code: trace.code,
  started_at: new Date(trace.startMs).toISOString(),
  ended_at: trace.endMs === null ? null : new Date(trace.endMs).toISOString(),
});

export const decodeTraceSummary = (wire: WireTraceSummary): TraceSummary => ({
  requestId: wire.request_id,
  agent: wire.agent,
  intent: wire.intent,
  sessionId: wire.session_id,
  status: wire.status,
  code: wire.code,
  startMs: Date.parse(wire.started_at),
  endMs: wire.ended_at === null ? null : Date.parse(wire.ended_at),
});

export const encodeTrace = (trace: TraceView): WireTrace => ({
  ...encodeTraceSummary(trace),
  spans: trace.spans.map(encodeSpan),
  messages: [...trace.messages],
});

export const decodeTrace = (wire: WireTrace): TraceView => ({
  ...decodeTraceSummary(wire),
  spans: wire.spans.map(decodeSpan),
  messages: wire.messages,
});
