import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, digestJson } from './canonical.ts';
import type { JsonObject, JsonValue } from './value.ts';

/** Any JSON value; strings without lone surrogates. */
const json = (): fc.Arbitrary<JsonValue> => fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<JsonValue>;

const shuffled = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, shuffled(member)] as const);
  return Object.fromEntries(entries.reverse());
};

const inNfc = (value: JsonValue): JsonValue =>
  JSON.parse(JSON.stringify(value).normalize('NFC')) as JsonValue;

/** Two keys that Unicode holds for one are refused, so they are left out of these properties. */
const isPlain = (value: JsonValue): boolean => {
  try {
    canonicalJson(value);
    return true;
  } catch {
    return false;
  }
};

test('reading the text gives the value back, in NFC', () => {
  fc.assert(
    fc.property(json().filter(isPlain), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(canonicalJson(inNfc(value))));
      expect(canonicalJson(JSON.parse(canonicalJson(value)) as JsonValue)).toBe(canonicalJson(value));
    }),
  );
});

test('the order of keys does not count', () => {
  fc.assert(
    fc.property(json().filter(isPlain), (value) => {
      expect(digestJson(shuffled(value))).toBe(digestJson(value));
    }),
  );
});

test('different values have different texts', () => {
  const ascii = fc.jsonValue({ stringUnit: 'grapheme-ascii' }) as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(ascii, ascii, (left, right) => {
      expect(canonicalJson(left) === canonicalJson(right)).toBe(
        isDeepStrictEqual(noMinusZero(left), noMinusZero(right)),
      );
    }),
  );
});

const noMinusZero = (value: JsonValue): unknown => JSON.parse(JSON.stringify(value));

test.each([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [{ '\u{1F600}': 1, '\uFF21': 2, a: 3 }, '{"a":3,"\u{1F600}":1,"\uFF21":2}'],
  [1.0, '1'],
  [-0, '0'],
  [1e21, '1e+21'],
  [0.000001, '0.000001'],
  ['e\u0301', '"é"'],
  ['\u2028\n"', '"\u2028\\n\\""'],
  [{ a: undefined as unknown as null, b: 1 }, '{"b":1}'],
  [Object.assign(Object.create(null), { a: 1 }) as JsonObject, '{"a":1}'],
])('%j is written %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('the examples of RFC 8785, section 3.2', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

describe('refuses what JSON cannot hold', () => {
  const nested = (levels: number): JsonValue => (levels === 0 ? 1 : [nested(levels - 1)]);
  const circle: { self?: unknown } = {};
  circle.self = circle;

  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['undefined', undefined],
    ['a hole', [undefined]],
    ['a function', { a: () => 1 }],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['bytes', new Uint8Array(2)],
    ['a map', new Map()],
    ['a lone surrogate', 'a\uD800'],
    ['a lone surrogate in a key', { '\uDC00': 1 }],
    ['two keys that are one', { 'e\u0301': 1, é: 2 }],
    ['a circle', circle],
    ['a deep tower', nested(501)],
  ])('%s', (_what, value) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });

  test('but not five hundred levels', () => {
    expect(canonicalJson(nested(500))).toHaveLength(1_001);
  });
});
