import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

describe('reading JSON', () => {
  test.each(['12345678901234567890', '9007199254740993', '-9007199254740993', '1e300'])(
    'an integer that would be rounded does not pass for a number: %s',
    (digits) => {
      expect(typeof (parseJson(`{"id":${digits}}`) as { id: unknown }).id).toBe('bigint');
    },
  );

  test.each([
    ['{"id":9007199254740991}', 9007199254740991],
    ['{"id":1e3}', 1000],
    ['{"id":19.99}', 19.99],
    ['{"id":0.1234567890123456789}', 0.12345678901234568],
  ])('what a double holds is a number: %s', (text, number) => {
    expect(parseJson(text)).toEqual({ id: number });
  });

  test('deep nesting is a syntax error where reading it again would overflow the stack', () => {
    const text = `${'['.repeat(100_000)}1e9${']'.repeat(100_000)}`;
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(parseJson('{"a":"[[[\\"{","n":1e2}')).toEqual({ a: '[[["{', n: 100 });
  });

  test('otherwise it reads as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const plain = JSON.stringify(JSON.parse(text));
        const read = parseJson(text);
        const holdsMarker = /[0-9]{16}|e\+/.test(plain);
        if (!holdsMarker) expect(JSON.stringify(read)).toBe(plain);
      }),
    );
  });
});
