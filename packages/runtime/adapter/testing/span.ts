import type { SpanRecord } from '@hermes-agent/core';

/** A span of an attempt at the first step of a request, with some of it changed. */
export const createSpan = (change: Partial<SpanRecord> = {}): SpanRecord => ({
  spanId: '00000000000000a1',
  traceId: '0198c0de0000800080000000000000aa',
  parentSpanId: '00000000000000a0',
  requestId: '0198c0de-0000-8000-8000-0000000000aa/1',
  turnId: null,
  sessionId: 'session-1',
  layer: 'bus',
  name: 'execute get_order',
  startMs: 1_767_000_000_000.25,
  endMs: 1_767_000_000_250.5,
  code: 'OK',
  attributes: { tool: 'get_order', kind: 'step', attempt: 1, fence: 1 },
  ...change,
});
