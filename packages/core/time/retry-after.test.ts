import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-07-25T12:00:00Z');

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Sat, 25 Jul 2026 12:05:00 GMT', 300_000],
  ['Sat, 25 Jul 2026 11:00:00 GMT', 0],
  ['1634822400', 3_600_000],
  ['99999999999999999999', 3_600_000],
  ['Sat, 25 Jul 2099 12:05:00 GMT', 3_600_000],
  ['-5', undefined],
  ['abc', undefined],
  ['', undefined],
  ['1.5', undefined],
  ['Sat, 99 Foo', undefined],
  [undefined, undefined],
])('T09 Retry-After %j means %s ms', (header, expected) => {
  expect(parseRetryAfter(header, now)).toBe(expected);
});
