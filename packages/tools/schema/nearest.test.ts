import { expect, test } from 'vitest';
import { clip } from './clip.ts';
import { nearestName } from './nearest.ts';

test.each([
  ['filter', ['filters', 'limit'], 'filters'],
  ['order_di', ['order_id', 'user_id'], 'order_id'],
  ['Order_ID', ['order_id'], 'order_id'],
  ['colour', ['color', 'count'], 'color'],
  ['zzz', ['order_id'], undefined],
  ['x', [], undefined],
])('%s is nearest to %j: %s', (name, candidates, nearest) => {
  expect(nearestName(name, candidates)).toBe(nearest);
});

test('T14 cutting a text splits neither a surrogate pair nor what a user sees as one character', () => {
  expect(clip('ab😀cd', 3)).toBe('ab😀…');
  expect(clip('👨‍👩‍👧👨‍👩‍👧', 1)).toBe('👨‍👩‍👧…');
  expect(clip('e\u0301e\u0301', 1)).toBe('e\u0301…');
  expect(clip('short', 10)).toBe('short');
  expect(clip('a\ud83d', 10).isWellFormed()).toBe(true);
});
