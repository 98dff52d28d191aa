import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count, countFading, NOTHING, upperBound } from './bound.ts';

test('the bound is above the rate, and closes in on it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (trials, rate) => {
        const few = { trials, faults: trials * rate };
        const many = { trials: trials * 10, faults: trials * 10 * rate };
        expect(upperBound(few)).toBeGreaterThanOrEqual(rate - 1e-9);
        expect(upperBound(many)).toBeLessThanOrEqual(upperBound(few) + 1e-9);
      },
    ),
  );
  expect(upperBound(NOTHING)).toBe(1);
  // Wilson’s interval as published for 10 of 100, one-sided 95 %.
  expect(upperBound({ trials: 100, faults: 10 })).toBeCloseTo(0.16, 2);
});

test('what happened long ago fades', () => {
  let tally = NOTHING;
  for (let index = 0; index < 2_000; index += 1) tally = countFading(tally, index < 1_000, 100);
  expect(tally.trials).toBeCloseTo(100, 0);
  expect(tally.faults).toBeLessThan(0.01);
  expect(count(NOTHING, true)).toEqual({ trials: 1, faults: 1 });
});
