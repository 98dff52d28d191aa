import { expect, test } from 'vitest';
import { findNearest } from './nearest.ts';

test.each([
  ['ofice-reports', 'office-reports'],
  ['after-sale', 'after-sales'],
  ['After-Slaes', 'after-sales'],
  ['zzz', undefined],
])('%s is meant as %s', (typed, expected) => {
  expect(findNearest(typed, ['office-reports', 'after-sales'])).toBe(expected);
});
