import { expect, test } from 'vitest';
import { readWait } from './prefer.ts';

test.each([
  [undefined, 0],
  ['', 0],
  ['wait=5', 5_000],
  ['respond-async, wait="10"; x', 10_000],
  ['await=5', 0],
  ['wait=-5', 0],
  ['wait=1e9', 0],
])('%s waits %d ms', (header, milliseconds) => {
  expect(readWait(header)).toBe(milliseconds);
});
