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

test('a session that asks for much stands behind itself, and never behind a lower priority of its own', () => {
  expect(rankOf('normal', 1_000, 199)).toBeGreaterThan(rankOf('normal', 15_000));
  expect(rankOf('high', 1_000, 10_000)).toBeLessThan(rankOf('normal', 0));
});

test('nothing is overtaken by what came two minutes and twenty seconds later', () => {
  const priority = fc.constantFrom<Priority>('low', 'normal', 'high');
  fc.assert(
    fc.property(
      priority,
      priority,
      fc.nat(1e9),
      fc.integer({ min: 140_001, max: 1e9 }),
      fc.nat(10_000),
      (older, newer, at, laterMs, behind) => {
        expect(rankOf(older, at, behind)).toBeLessThan(rankOf(newer, at + laterMs));
      },
    ),
  );
});
