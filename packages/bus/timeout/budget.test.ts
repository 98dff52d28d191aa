import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { attemptFits, attemptLimitMs, displayTimeoutMs } from './budget.ts';

test('an attempt gets 0.6 of the budget, its own limit, or what remains', () => {
  verifies('M6');
  expect(attemptLimitMs(5_000, 5_000)).toBe(3_000);
  expect(attemptLimitMs(8_000, 8_000)).toBe(4_800);
  expect(attemptLimitMs(8_000, 8_000, 2_000)).toBe(2_000);
  expect(attemptLimitMs(8_000, 1_500, 2_000)).toBe(1_500);
});

test('a further attempt is worth it with 200 ms or a tenth of the budget left, whichever is more', () => {
  expect(attemptFits(1_000, 700, 500)).toBe(true);
  expect(attemptFits(1_000, 699, 500)).toBe(false);
  expect(attemptFits(5_000, 1_500, 1_000)).toBe(true);
  expect(attemptFits(5_000, 1_499, 1_000)).toBe(false);
});

test('the display waits two seconds longer than all steps together', () => {
  verifies('M6');
  expect(displayTimeoutMs({ steps: [{ timeoutMs: 5_000 }, { timeoutMs: 8_000 }] as never })).toBe(15_000);
});
