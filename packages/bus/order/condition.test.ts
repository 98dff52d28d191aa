import { expect, test } from 'vitest';
import { meets } from './condition.ts';

test('a condition compares by value, not by spelling', () => {
  expect(meets({ pointer: '/found', equals: true }, { found: true })).toBe(true);
  expect(meets({ pointer: '/found', equals: true }, { found: 'true' })).toBe(false);
  expect(meets({ pointer: '/found', equals: null }, {})).toBe(false);
  expect(meets({ pointer: '/status', in: ['a', { x: 1, y: 2 }] }, { status: { y: 2, x: 1 } })).toBe(true);
  expect(meets({ pointer: '/status', exists: false }, {})).toBe(true);
});
