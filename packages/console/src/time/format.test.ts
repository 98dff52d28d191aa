import { expect, test } from 'vitest';
import { formatBytes, formatDuration } from './duration.ts';
import { formatRecent, instantOf } from './instant.ts';

test.each([
  [0, '0 ms'],
  [0.42, '0.4 ms'],
  [38.4, '38 ms'],
  [1840, '1.84 s'],
  [31_200, '31.2 s'],
  [125_000, '2 m 05 s'],
])('%d ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [412, '412 B'],
  [38_900, '38 KB'],
  [1_258_291, '1.2 MB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('wire times are milliseconds or ISO text', () => {
  expect(instantOf(5)).toBe(5);
  expect(instantOf('1970-01-01T00:00:01Z')).toBe(1000);
});

test('recent times are shorter the nearer they are', () => {
  const now = new Date(2026, 9, 15, 18, 0).getTime();
  expect(formatRecent(new Date(2026, 9, 15, 9, 5).getTime(), now, 'en')).toBe('09:05');
  expect(formatRecent(new Date(2026, 8, 1, 9, 5).getTime(), now, 'en')).toBe('1 Sept, 09:05');
  expect(formatRecent(new Date(2025, 8, 1, 9, 5).getTime(), now, 'zh')).toBe('2025年9月1日');
});
