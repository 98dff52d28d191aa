import { createFakeClock } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTracer, parseTraceparent, type SpanRecord, silentTracer, traceIdOf } from './span.ts';

const REQUEST = '0198c0de-0000-8000-8000-0000000000aa';

function createRecorder() {
  const clock = createFakeClock();
  const spans: SpanRecord[] = [];
  let count = 0;
  const tracer = createTracer(clock, { write: (span) => spans.push(span) }, () => {
    count += 1;
    return count.toString(16).padStart(16, '0');
  });
  return { clock, spans, tracer };
}

test('a span tells who, when, how long, and how it ended', async () => {
  const { clock, spans, tracer } = createRecorder();
  const startMs = clock.now();
  const span = tracer.start('tools', 'execute_tool', { requestId: REQUEST, sessionId: 's' }, { tool: 'a' });
  await clock.advance(25);
  clock.setWall(0);
  span.set({ attempt: 1 });
  span.end('EXECUTE_TIMEOUT');
  span.end();
  expect(spans).toEqual([
    {
      spanId: '0000000000000001',
      traceId: '0198c0de000080008000' + '0000000000aa',
      parentSpanId: null,
      requestId: REQUEST,
      turnId: null,
      sessionId: 's',
      layer: 'tools',
      name: 'execute_tool',
      startMs,
      endMs: startMs + 25,
      code: 'EXECUTE_TIMEOUT',
      attributes: { tool: 'a', attempt: 1 },
    },
  ]);
});

test('a child takes trace and parent from the traceparent', () => {
  const { spans, tracer } = createRecorder();
  const parent = tracer.start('bus', 'process', { requestId: REQUEST });
  tracer.start('tools', 'call', { requestId: 'another', traceparent: parent.traceparent }).end();
  parent.end();
  expect(spans[0]).toMatchObject({ traceId: traceIdOf(REQUEST), parentSpanId: spans[1]!.spanId, code: 'OK' });
});

test('a traceparent that is none is no parent', () => {
  const { spans, tracer } = createRecorder();
  tracer.start('bus', 'process', { turnId: 't', traceparent: 'nonsense' }).end();
  expect(spans[0]).toMatchObject({ traceId: traceIdOf('t'), parentSpanId: null });
});

test.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
  ['cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00', true],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', false],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', false],
  ['00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01', false],
  ['', false],
])('%s is a traceparent: %s', (header, valid) => {
  expect(parseTraceparent(header) !== null).toBe(valid);
});

test('any id has a trace id; a UUID keeps its digits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), fc.string()), (id) => {
      expect(traceIdOf(id)).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    }),
  );
  expect(traceIdOf(REQUEST)).toBe(REQUEST.replaceAll('-', ''));
  expect(traceIdOf('00000000-0000-0000-0000-000000000000')).toMatch(/^(?!0{32})/);
});

test('the silent tracer still hands on a valid traceparent', () => {
  const span = silentTracer.start('bus', 'x', { requestId: REQUEST });
  expect(parseTraceparent(span.traceparent)?.traceId).toBe(traceIdOf(REQUEST));
  span.set({ a: 1 });
  span.end();
});
