import type { SpanRecord } from '@hermes-agent/core';
import type { TraceView } from '@hermes-agent/runtime';
import { expect, test } from 'vitest';
import { widthOf } from '../terminal/width.ts';
import { drawWaterfall } from './waterfall.ts';

const span = (
  spanId: string,
  parentSpanId: string | null,
  name: string,
  startMs: number,
  endMs: number,
  code = 'OK',
): SpanRecord => ({
  spanId,
  parentSpanId,
  name,
  startMs,
  endMs,
  code,
  traceId: 't',
  requestId: 'r',
  turnId: null,
  sessionId: 's',
  layer: 'bus',
  attributes: {},
});

const TRACE: TraceView = {
  requestId: 'r',
  agent: 'office-reports',
  intent: 'send_sales_report',
  sessionId: 's',
  status: 'failed',
  code: 'SERVICE_UNAVAILABLE',
  startMs: 1_000,
  endMs: 3_000,
  spans: [
    span('c', 'b', 'attempt 1', 2_000, 2_500, 'SERVICE_UNAVAILABLE'),
    span('a', 'gone', 'turn', 1_000, 1_010),
    span('b', 'a', 'step 销售', 1_500, 3_000, 'SERVICE_UNAVAILABLE'),
  ],
  messages: [],
};

const plain = (_: unknown, text: string): string => text;

test('each span stands below the one that caused it, with when, how long and its code', () => {
  const lines = drawWaterfall(TRACE, 100, plain);
  expect(lines[0]).toBe('send_sales_report of office-reports: failed (SERVICE_UNAVAILABLE) in 2.00 s');
  expect(lines.slice(4).map((line) => line.replace(/ +/g, ' '))).toEqual([
    expect.stringMatching(/^bus turn .* \+0\.0 ms 10 ms OK$/),
    expect.stringMatching(/^bus step 销售 .* \+500 ms 1\.50 s SERVICE_UNAVAILABLE$/),
    expect.stringMatching(/^bus attempt 1 .* \+1\.00 s 500 ms SERVICE_UNAVAILABLE$/),
  ]);
});

test.each([80, 100, 160])('at %d columns every line fits and the columns stand straight', (columns) => {
  const [, , , heading, ...rows] = drawWaterfall(TRACE, columns, plain);
  const codeAt = widthOf(heading!.slice(0, heading!.indexOf('code')));
  for (const row of rows) {
    expect(widthOf(row)).toBeLessThanOrEqual(columns);
    expect(widthOf(row.replace(/(OK|SERVICE_UNAVAILABLE)$/, ''))).toBe(codeAt);
  }
});

test('a request that is still running, without spans yet, is drawn too', () => {
  const running = { ...TRACE, status: 'running', code: null, endMs: null, spans: [] } as const;
  expect(drawWaterfall(running, 80, plain)[0]).toBe('send_sales_report of office-reports: running');
});
