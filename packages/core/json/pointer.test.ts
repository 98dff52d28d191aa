import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPointer, parsePointer, readPointer } from './pointer.ts';
import type { JsonValue } from './value.ts';

/** The document and the answers of RFC 6901, section 5. */
const DOCUMENT = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

test.each<[string, JsonValue | undefined]>([
  ['', DOCUMENT],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
  ['/foo/2', undefined],
  ['/foo/-', undefined],
  ['/foo/01', undefined],
  ['/foo/length', undefined],
  ['/foo/0/0', undefined],
  ['/toString', undefined],
  ['/__proto__', undefined],
  ['foo', undefined],
  ['/m~n', undefined],
])('%j reads %j', (pointer, value) => {
  expect(readPointer(DOCUMENT, pointer)).toEqual(value);
});

test('nothing is read from nothing', () => {
  expect(readPointer(undefined, '/a')).toBeUndefined();
  expect(readPointer(null, '')).toBeNull();
});

test('tokens survive being written and read', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (tokens) => {
      expect(parsePointer(formatPointer(tokens))).toEqual(tokens);
    }),
  );
});

test('every part of a document is found by the pointer to it', () => {
  const parts = (value: JsonValue, tokens: readonly string[]): [string[], JsonValue][] => [
    [[...tokens], value],
    ...(typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => parts(member as JsonValue, [...tokens, key]))
      : []),
  ];
  fc.assert(
    fc.property(fc.jsonValue() as fc.Arbitrary<JsonValue>, (document) => {
      for (const [tokens, part] of parts(document, [])) {
        expect(readPointer(document, formatPointer(tokens))).toBe(part);
      }
    }),
  );
});
