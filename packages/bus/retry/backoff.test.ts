import { verifies } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOffMs, DEFAULT_RETRY_POLICY } from './backoff.ts';

const steady = { ...DEFAULT_RETRY_POLICY, jitter: 0 };

test('the pauses are 1 s, 2 s, 4 s, and no longer than the longest', () => {
  verifies('M3');
  expect([1, 2, 3, 4].map((attempt) => backOffMs(steady, 'a/1', attempt))).toEqual([
    1_000, 2_000, 4_000, 4_000,
  ]);
});

test('what the other side asked for is obeyed when it is longer', () => {
  expect(backOffMs(steady, 'a/1', 1, 7_000)).toBe(7_000);
  expect(backOffMs(steady, 'a/1', 1, 10)).toBe(1_000);
});

test('jitter stretches by at most its share, differs between calls, and repeats for the same one', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (id, attempt, jitter) => {
        const policy = { ...DEFAULT_RETRY_POLICY, jitter };
        const pause = backOffMs(policy, id, attempt);
        const plain = backOffMs(steady, id, attempt);
        expect(pause).toBeGreaterThanOrEqual(plain);
        expect(pause).toBeLessThanOrEqual(Math.ceil(plain * (1 + jitter)));
        expect(backOffMs(policy, id, attempt)).toBe(pause);
      },
    ),
  );
  const pauses = Array.from({ length: 20 }, (_, index) =>
    backOffMs(DEFAULT_RETRY_POLICY, `call-${index}`, 1),
  );
  expect(new Set(pauses).size).toBeGreaterThan(15);
});
