import type { JsonObject, JsonValue } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { INPUT_BOUNDS, OUTPUT_BOUNDS } from './bounds.ts';
import { closeObjects } from './close.ts';
import { compileSchema } from './validator.ts';

const input = (schema: JsonObject) => compileSchema(closeObjects(schema), INPUT_BOUNDS);
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

describe('what an input is held to', () => {
  test('T01 numbers and lists that arrive as text are refused, with path, expected and found', () => {
    verifies('T2');
    const check = input(
      object({ maxBytes: { type: 'integer' }, paths: { type: 'array', items: { type: 'string' } } }),
    );
    expect(check({ maxBytes: '200000', paths: '["a.png"]' })).toMatchObject([
      {
        pointer: '/maxBytes',
        expected: 'integer',
        observed: 'string',
        message: 'maxBytes: expected integer, got string',
      },
      { pointer: '/paths', expected: 'array', observed: 'string' },
    ]);
  });

  test('T02 null, missing and empty are three states, and nothing is changed', () => {
    const check = input(
      object(
        { id: { type: 'string' }, amount: { type: 'number' }, name: { type: ['string', 'null'] } },
        { required: ['id'] },
      ),
    );
    const value = { id: '1', amount: null, name: null };
    const before = structuredClone(value);
    expect(check(value)).toMatchObject([{ pointer: '/amount', expected: 'number', observed: 'null' }]);
    expect(value).toEqual(before);
    expect(check({ id: '' })).toEqual([]);
    expect(check({})).toMatchObject([
      { pointer: '/id', observed: 'missing', message: 'id: expected string, got missing' },
    ]);
    expect(input(object({ n: { type: 'integer', default: 3 } }))(Object.freeze({}))).toEqual([]);
  });

  test('T03 an unknown field is refused with the name that was meant, nested ones too', () => {
    const check = input(
      object({
        filters: object({ status: { type: 'string' } }),
        list: { type: 'array', items: object({ name: { type: 'string' } }) },
      }),
    );
    expect(check({ filter: { status: 'paid' } })).toMatchObject([
      { pointer: '/filter', message: 'unknown property filter, did you mean filters?' },
    ]);
    expect(check({ filters: { statsu: 'paid' } })).toMatchObject([
      { pointer: '/filters/statsu', message: 'unknown property statsu in filters, did you mean status?' },
    ]);
    expect(check({ list: [{ name: 'a' }, { nme: 'b' }] })).toMatchObject([{ pointer: '/list/1/nme' }]);
  });

  test('T14 length is counted in code points, and lone surrogates are refused', () => {
    const check = input(object({ text: { type: 'string', maxLength: 1 } }));
    expect(check({ text: '💩' })).toEqual([]);
    expect(check({ text: '💩💩' })).toMatchObject([{ expected: 'at most 1 character' }]);
    expect(check({ text: '\ud83d' })).toMatchObject([{ keyword: 'json', observed: 'a lone surrogate' }]);
  });

  test('an inherited name satisfies nothing', () => {
    const check = input(
      object({ toString: { type: 'string' }, constructor: { type: 'string' } }, { required: ['toString'] }),
    );
    expect(check({})).toMatchObject([{ pointer: '/toString', keyword: 'required' }]);
    expect(input(object({}))(JSON.parse('{"__proto__":{"a":1}}'))).toHaveLength(1);
  });

  test('19.99 is a multiple of 0.01, 19.995 is not', () => {
    const check = input(object({ price: { type: 'number', multipleOf: 0.01 } }));
    for (const price of [19.99, 0.07, 1.1, 4.35, 1000000.01]) expect(check({ price })).toEqual([]);
    expect(check({ price: 19.995 })).toHaveLength(1);
  });

  test('unique items of 8,000 objects are checked in linear time', () => {
    const check = compileSchema({ type: 'array', uniqueItems: true }, OUTPUT_BOUNDS);
    const items = Array.from({ length: 8000 }, (_, index) => ({ id: index, tags: ['a', 'b'] }));
    const startedAt = performance.now();
    expect(check(items)).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(1500);
    expect(check([...items, { tags: ['a', 'b'], id: 5 }])).toMatchObject([{ keyword: 'uniqueItems' }]);
    expect(check([1, '1', true, null, [1], { a: 1 }])).toEqual([]);
  });

  test('a value with 60,000 faults gives a handful of reports', () => {
    const check = compileSchema({ type: 'array', items: { type: 'string' } }, OUTPUT_BOUNDS);
    expect(check(Array.from({ length: 60_000 }, () => 1)).length).toBeLessThanOrEqual(20);
  });

  test('an integer beyond 2^53 is no integer', () => {
    const check = input(object({ id: { type: 'integer' } }));
    expect(check({ id: 12345678901234567890n })).toMatchObject([{ observed: 'integer beyond 2^53' }]);
    expect(check({ id: 2 ** 60 })).toMatchObject([{ keyword: 'json' }]);
    expect(check({ id: Number.POSITIVE_INFINITY })).toMatchObject([{ observed: 'number beyond range' }]);
  });
});

describe('words of a violation', () => {
  const first = (schema: JsonObject, value: unknown) => compileSchema(schema, INPUT_BOUNDS)(value)[0];

  test.each<[JsonObject, JsonValue, string]>([
    [{ type: ['string', 'null'] }, 1, 'string or null'],
    [{ enum: ['paid', 'shipped', 3] }, 'x', 'one of paid, shipped, 3'],
    [{ const: 'v1' }, 'v2', 'exactly "v1"'],
    [{ type: 'string', pattern: '^U' }, 'x', 'text that matches ^U'],
    [{ type: 'string', format: 'date' }, '2026-02-30', 'a valid date'],
    [{ type: 'string', minLength: 2 }, '', 'at least 2 characters'],
    [{ type: 'number', minimum: 0 }, -1, 'at least 0'],
    [{ type: 'number', maximum: 0 }, 1, 'at most 0'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'more than 0'],
    [{ type: 'number', exclusiveMaximum: 0 }, 0, 'less than 0'],
    [{ type: 'integer', multipleOf: 5 }, 4, 'a multiple of 5'],
    [{ type: 'array', minItems: 1 }, [], 'at least 1 item'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'at most 1 item'],
    [{ type: 'object', minProperties: 1 }, {}, 'at least 1 field'],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, 'at most 1 field'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, 'string or null'],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1, 'exactly one of 2 alternatives'],
  ])('%j', (schema, value, expected) => {
    expect(first(schema, value)).toMatchObject({ pointer: '', expected });
  });

  test('of alternatives, the fault deepest inside the value is the one reported', () => {
    const card = object(
      { kind: { const: 'card' }, number: { type: 'string' } },
      { required: ['kind', 'number'] },
    );
    const cash = object({ kind: { const: 'cash' } }, { required: ['kind'] });
    const violations = compileSchema({ anyOf: [card, cash] }, INPUT_BOUNDS)({ kind: 'card', number: 5 });
    expect(violations.map(({ pointer }) => pointer)).toContain('/number');
    expect(violations.every(({ pointer }) => pointer !== '')).toBe(true);
  });

  test('the fields of a sensitive object are not named', () => {
    const violation = first(
      object({ person: { ...object({}), additionalProperties: false, 'x-sensitive': true } }),
      {
        person: { 'Zhang Wei': 1 },
      },
    );
    expect(JSON.stringify(violation)).not.toContain('Zhang');
  });

  test('no violation holds a value', () => {
    const schema = object({
      phone: { type: 'string', pattern: '^1\\d{10}$', 'x-sensitive': true },
      n: { type: 'number' },
    });
    const violations = compileSchema(schema, INPUT_BOUNDS)({ phone: 'secret-phone', n: 'secret-number' });
    expect(violations).toHaveLength(2);
    expect(JSON.stringify(violations)).not.toContain('secret');
  });
});
