import { verifies } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Priority } from '../order/order.ts';
import { rankOf } from './rank.ts';

test('high goes first, and age wins in the end', () => {
  verifies('M12');
  expect(rankOf('high', 1_000)).toBeLessThan(rankOf('normal', 0));
  expect(rankOf('normal', 1_000)).toBeLessThan(rankOf('low', 0));
  expect(rankOf('low', 0)).toBeLessThan(rankOf('high', 120_001));
});

test('nothing is overtaken by what came two minutes later', () => {
  const priority = fc.constantFrom<Priority>('low', 'normal', 'high');
  fc.assert(
    fc.property(
      priority,
      priority,
      fc.nat(1e9),
      fc.integer({ min: 120_001, max: 1e9 }),
      (older, newer, at, laterMs) => {
        expect(rankOf(older, at)).toBeLessThan(rankOf(newer, at + laterMs));
      },
    ),
  );
});
