import { silentLogger } from '@hermes-agent/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHintGate, encodeHint, hintBatches } from './hint.ts';

test('any ids arrive as they were sent, in hints small enough for every carrier', () => {
  const id = fc
    .string({ minLength: 1, maxLength: 200, unit: 'binary' })
    .filter(({ length }) => length <= 200);
  fc.assert(
    fc.property(fc.array(id), (ids) => {
      const gate = createHintGate(silentLogger);
      const hints = [...hintBatches(ids)].map((batch) => Buffer.from(encodeHint(batch)));
      expect(hints.flatMap((hint) => gate.admit('agent_requests', hint))).toEqual(ids);
      expect(Math.max(0, ...hints.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(2_048);
    }),
  );
});

test('a burst is told in several hints', () => {
  const ids = Array.from({ length: 64 }, () => crypto.randomUUID());
  expect([...hintBatches(ids)].length).toBeGreaterThan(3);
  expect([...hintBatches([])]).toEqual([]);
});

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"request_ids":"a"}',
  '{"request_ids":[""]}',
  '{"request_ids":[["a"]]}',
  '{"request_ids":["a"],"body":{}}',
  `{"request_ids":["${'x'.repeat(300)}"]}`,
])('%s is no hint', (content) => {
  const gate = createHintGate(silentLogger);
  expect(gate.admit('agent_requests', Buffer.from(content))).toBeNull();
  expect(gate.refusals()).toEqual({ invalid: 1, oversized: 0 });
});

test('bytes that are no text, and too many of them, are refused', () => {
  const gate = createHintGate(silentLogger);
  expect(gate.admit('agent_results', Buffer.from([0xff, 0xfe, 0x00]))).toBeNull();
  expect(gate.admit('agent_results', Buffer.alloc(2_049, ' '))).toBeNull();
  expect(gate.refusals()).toEqual({ invalid: 1, oversized: 1 });
});
