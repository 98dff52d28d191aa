import { expect, test } from 'vitest';
import { meets } from './condition.ts';

const document = { ok: false, state: { name: 'paid', tags: ['a'] }, none: null };

test.each([
  [{ pointer: '/ok', equals: false }, true],
  [{ pointer: '/ok', equals: true }, false],
  [{ pointer: '/none', equals: null }, true],
  [{ pointer: '/missing', equals: null }, false],
  [{ pointer: '/state/tags', equals: ['a'] }, true],
  [{ pointer: '/state/name', in: ['paid', 'shipped'] }, true],
  [{ pointer: '/state/name', in: ['open'] }, false],
  [{ pointer: '/state', exists: true }, true],
  [{ pointer: '/missing', exists: false }, true],
  [{ pointer: '/none' }, true],
  [{ pointer: '/missing' }, false],
])('%j is %s', (condition, expected) => {
  expect(meets(document, condition)).toBe(expected);
});

test('nothing meets a condition but its absence', () => {
  expect(meets(undefined, { pointer: '/a', equals: 1 })).toBe(false);
  expect(meets(undefined, { pointer: '/a', exists: false })).toBe(true);
});
