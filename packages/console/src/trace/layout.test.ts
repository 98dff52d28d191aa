import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TraceSpan } from '../api/wire.ts';
import { layoutTrace } from './layout.ts';

const span = (id: string, parent: string | null, start: number, end: number): TraceSpan => ({
  span_id: id,
  trace_id: 't',
  request_id: null,
  turn_id: null,
  session_id: null,
  parent_span_id: parent,
  layer: 'bus',
  name: id,
  start_ms: start,
  end_ms: end,
  code: 'OK',
  attributes: {},
});

test('nothing gives nothing', () => {
  expect(layoutTrace([])).toMatchObject({ rows: [], durationMs: 0 });
});

test('parents come before children, siblings by time', () => {
  const { rows } = layoutTrace([
    span('late', 'root', 500, 900),
    span('leaf', 'early', 150, 200),
    span('early', 'root', 100, 400),
    span('root', null, 0, 1000),
  ]);
  expect(rows.map((row) => [row.span.name, row.depth])).toEqual([
    ['root', 0],
    ['early', 1],
    ['leaf', 2],
    ['late', 1],
  ]);
  expect(rows[1]).toMatchObject({ offset: 0.1, durationMs: 300 });
  expect(rows[1]?.width).toBeCloseTo(0.3);
});

test('a span without its parent stands at the left', () => {
  expect(layoutTrace([span('orphan', 'elsewhere', 0, 10)]).rows[0]).toMatchObject({ depth: 0, width: 1 });
});

test('a long wait between pieces of work is drawn short and named', () => {
  const layout = layoutTrace([span('turn', null, 0, 100), span('work', null, 60_100, 60_200)]);
  expect(layout.gaps).toHaveLength(1);
  expect(layout.gaps[0]).toMatchObject({ durationMs: 60_000, width: 0.08 });
  expect(layout.durationMs).toBe(60_200);
  expect(layout.rows[0]?.width).toBeCloseTo(0.46);
  expect(layout.rows[1]?.offset).toBeCloseTo(0.54);
  expect(layout.ticks).toEqual([]);
});

test('the axis has a few round marks', () => {
  expect(layoutTrace([span('a', null, 0, 1840)]).ticks.map((tick) => tick.ms)).toEqual([500, 1000, 1500]);
});

test('spans that are each other’s ancestors do not loop', () => {
  expect(layoutTrace([span('a', 'b', 0, 1), span('b', 'a', 0, 1)]).rows).toEqual([]);
});

test('every bar stays on the axis, whatever the spans', () => {
  const spans = fc
    .array(fc.tuple(fc.nat(100_000), fc.nat(10_000), fc.nat(8)), { minLength: 1, maxLength: 30 })
    .map((parts) =>
      parts.map(([start, length, parent], index) =>
        span(String(index), parent < index ? String(parent) : null, start, start + length),
      ),
    );
  fc.assert(
    fc.property(spans, (input) => {
      const { rows } = layoutTrace(input);
      expect(rows).toHaveLength(input.length);
      for (const row of rows) {
        expect(row.offset).toBeGreaterThanOrEqual(0);
        expect(row.width).toBeGreaterThanOrEqual(0);
        expect(row.offset + row.width).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});
