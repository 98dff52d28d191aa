import { describe, expect, test } from 'vitest';
import { findExcess, INPUT_BOUNDS } from './bounds.ts';

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
};

describe('bounds', () => {
  test('a document 20,000 levels deep is refused, not a stack overflow', () => {
    expect(findExcess(nested(20_000), INPUT_BOUNDS)).toMatchObject({ keyword: 'depth' });
    expect(findExcess(nested(INPUT_BOUNDS.depth), INPUT_BOUNDS)).toBeNull();
  });

  test('more members and items than are allowed are refused before anyone looks at them', () => {
    const items = Array.from({ length: INPUT_BOUNDS.nodes }, () => 0);
    expect(findExcess(items, INPUT_BOUNDS)).toMatchObject({ keyword: 'nodes' });
    expect(findExcess(items.slice(1), INPUT_BOUNDS)).toBeNull();
  });

  test('bytes are counted in UTF-8, names included', () => {
    const bounds = { bytes: 100, depth: 4, nodes: 10 };
    expect(findExcess('中'.repeat(32), bounds)).toBeNull();
    expect(findExcess('中'.repeat(33), bounds)).toMatchObject({ keyword: 'bytes' });
    expect(findExcess({ ['k'.repeat(100)]: 1 }, bounds)).toMatchObject({ keyword: 'bytes' });
  });

  test.each([
    ['a lone surrogate', { text: 'a\ud83d' }, '/text'],
    ['a lone surrogate in a name', { 'a\udc00': 1 }, ''],
    ['an integer that a double rounds', { id: 2 ** 53 }, '/id'],
    ['no number', [1, Number.NaN], '/1'],
    ['an infinite number', [Number.POSITIVE_INFINITY], '/0'],
    ['a bigint', { id: 1n }, '/id'],
    ['undefined', { a: { b: undefined } }, '/a/b'],
    ['a function', [() => 1], '/0'],
    ['a date', { at: new Date() }, '/at'],
    ['a hole in an array', new Array(2), '/0'],
  ])('%s is no JSON that is kept exactly', (_name, value, pointer) => {
    expect(findExcess(value, INPUT_BOUNDS)).toMatchObject({ keyword: 'json', pointer });
  });

  test.each([[null], [''], [0], [9007199254740991], [0.1], [{}], [[]], [{ a: [{ b: null }] }], ['💩']])(
    'plain JSON passes: %j',
    (value) => {
      expect(findExcess(value, INPUT_BOUNDS)).toBeNull();
    },
  );
});
