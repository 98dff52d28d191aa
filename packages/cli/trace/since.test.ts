import { expect, test } from 'vitest';
import { parseMoment } from './since.ts';

const local = (year: number, month: number, day: number, hour = 0, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime();
const NOW = local(2026, 3, 1, 10, 30);

test.each([
  ['2h', NOW - 7_200_000],
  ['90m', NOW - 5_400_000],
  ['1 w', NOW - 604_800_000],
  ['15:00', local(2026, 3, 1, 15)],
  ['today', local(2026, 3, 1)],
  ['yesterday', local(2026, 2, 28)],
  ['Yesterday 15:00', local(2026, 2, 28, 15)],
  ['昨天 9:05', local(2026, 2, 28, 9, 5)],
  ['今天15:00', local(2026, 3, 1, 15)],
  ['2026-01-15', local(2026, 1, 15)],
  ['2026-01-15 09:00', local(2026, 1, 15, 9)],
  ['2026-01-15T09:00:00Z', Date.UTC(2026, 0, 15, 9)],
  ['2026-01-15T09:00:00+08:00', Date.UTC(2026, 0, 15, 1)],
])('%s', (text, expected) => {
  expect(parseMoment(text, NOW)).toBe(expected);
});

test.each(['', ' ', '25:00', '2', 'h', '2y', '2026-13-01', '2026-01-15T99:00', 'tomorrow'])(
  '%j is no time',
  (text) => {
    expect(() => parseMoment(text, NOW)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  },
);
