import { expect, test } from 'vitest';
import { createSpan } from '../testing/span.ts';
import { encodeSpans } from './encode-spans.ts';

const firstSpan = (change: Parameters<typeof createSpan>[0]) =>
  JSON.parse(encodeSpans([createSpan(change)], 'shop')).resourceSpans[0].scopeSpans[0].spans[0];

test('ids as ours, times in nanoseconds as text, values by their type', () => {
  const span = firstSpan({ attributes: { text: 'a', whole: 3, part: 0.5, yes: true, none: null } });
  expect(span).toMatchObject({
    traceId: '0198c0de0000800080000000000000aa',
    spanId: '00000000000000a1',
    parentSpanId: '00000000000000a0',
    startTimeUnixNano: '1767000000000250000',
    endTimeUnixNano: '1767000000250500000',
    status: { code: 1 },
  });
  const own = span.attributes.filter(({ key }: { key: string }) =>
    /^hermes\.(text|whole|part|yes|none)$/.test(key),
  );
  expect(own).toEqual([
    { key: 'hermes.text', value: { stringValue: 'a' } },
    { key: 'hermes.whole', value: { intValue: '3' } },
    { key: 'hermes.part', value: { doubleValue: 0.5 } },
    { key: 'hermes.yes', value: { boolValue: true } },
  ]);
});

test('a root has no parent, and a failure says its code', () => {
  const span = firstSpan({ parentSpanId: null, code: 'SERVICE_UNAVAILABLE' });
  expect(span).not.toHaveProperty('parentSpanId');
  expect(span.status).toEqual({ code: 2, message: 'SERVICE_UNAVAILABLE' });
});
