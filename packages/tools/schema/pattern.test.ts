import { describe, expect, test } from 'vitest';
import { INPUT_BOUNDS } from './bounds.ts';
import { compilePattern } from './pattern.ts';
import { compileSchema } from './validator.ts';

describe('patterns', () => {
  test('each keeps its own meaning although Ajv caches them by their text', () => {
    const check = compileSchema(
      {
        type: 'object',
        properties: {
          order: { type: 'string', pattern: '^ORD-\\d{8}$' },
          user: { type: 'string', pattern: '^U\\d{9}$' },
        },
      },
      INPUT_BOUNDS,
    );
    expect(check({ order: 'ORD-12345678', user: 'U123456789' })).toEqual([]);
    expect(check({ order: 'ORD-12345678', user: 'ORD-12345678' })).toHaveLength(1);
    expect(check({ order: 'U123456789', user: 'U123456789' })).toHaveLength(1);
  });

  test('match in linear time what holds a back-tracking engine for a minute', () => {
    const startedAt = performance.now();
    expect(compilePattern('^(a+)+$').test(`${'a'.repeat(5000)}!`)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test.each(['(?=a)b', '(?<!a)b', '(a)\\1', 'a{1001}', '('])(
    'refuses %s, which has no linear time',
    (pattern) => {
      expect(() => compilePattern(pattern)).toThrow();
    },
  );

  test.each([
    ['^[\\u4e00-\\u9fa5]+$', '中文', 'abc'],
    ['^\\p{L}+$', 'né', 'n1'],
    ['^a.c$', 'a中c', 'a\nc'],
    ['\\/x', 'a/x', 'ax'],
    ['^$', '', '\n'],
    ['a', 'bab', 'bbb'],
  ])('reads %s as ECMAScript does', (pattern, good, bad) => {
    expect(compilePattern(pattern).test(good)).toBe(true);
    expect(compilePattern(pattern).test(bad)).toBe(false);
    expect(new RegExp(pattern, 'u').test(good)).toBe(true);
    expect(new RegExp(pattern, 'u').test(bad)).toBe(false);
  });
});
