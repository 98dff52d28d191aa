import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { fanOutSpans } from './fan-out.ts';
import { createTracer, type SpanRecord } from './span.ts';

test('every sink hears of every span', () => {
  const heard: SpanRecord[][] = [[], []];
  const sinks = heard.map((spans) => ({ write: (span: SpanRecord) => void spans.push(span) }));
  const tracer = createTracer(createFakeClock(), fanOutSpans(sinks), () => '0000000000000001');
  tracer.start('bus', 'queue', {}).end();
  tracer.start('bus', 'attempt', {}).end('EXECUTE_TIMEOUT');
  expect(heard.map((spans) => spans.map(({ name }) => name))).toEqual([
    ['queue', 'attempt'],
    ['queue', 'attempt'],
  ]);
});
