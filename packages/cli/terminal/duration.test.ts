import { expect, test } from 'vitest';
import { formatDuration, formatTime } from './duration.ts';

test.each([
  [0, '0.0 ms'],
  [0.42, '0.4 ms'],
  [12.4, '12 ms'],
  [1_934, '1.93 s'],
  [125_400, '2 min 5 s'],
])('%d ms is written %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test('a time is the local one', () => {
  expect(formatTime(new Date(2026, 0, 15, 9, 0, 3).getTime())).toBe('2026-01-15 09:00:03');
});
