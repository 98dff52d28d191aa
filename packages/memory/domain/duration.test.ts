import { expect, test } from 'vitest';
import { parseRetention } from './duration.ts';

test.each([
  ['permanent', null],
  ['PT2H', 7_200_000],
  ['P30D', 30 * 86_400_000],
  ['P1Y2M3W4DT5H6M7S', (365 + 60 + 21 + 4) * 86_400_000 + 5 * 3_600_000 + 6 * 60_000 + 7_000],
])('%s', (text, expected) => {
  expect(parseRetention(text, '/retention')).toBe(expected);
});

test.each(['', 'P', 'PT', 'P0D', '30 days', 'P1.5D', 'P-1D', 'P1DT', 'pt2h'])('%o is refused', (text) => {
  expect(() => parseRetention(text, '/retention')).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', where: '/retention' }),
  );
});
