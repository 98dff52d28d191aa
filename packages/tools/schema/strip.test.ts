import type { JsonObject } from '@hermes-agent/core';
import { describe, expect, test } from 'vitest';
import { maskSensitive } from './mask.ts';
import { shapeOf } from './shape.ts';
import { stripUndeclared } from './strip.ts';

const text: JsonObject = { type: 'string' };
const order: JsonObject = {
  type: 'object',
  properties: {
    id: text,
    items: { type: 'array', items: { type: 'object', properties: { sku: text } } },
    meta: { type: 'object' },
    labels: { type: 'object', properties: { a: text }, additionalProperties: text },
    buyer: { anyOf: [{ $ref: '#/$defs/person' }, { type: 'null' }] },
    closed: { type: ['string', 'null'] },
  },
  $defs: { person: { type: 'object', properties: { name: { ...text, 'x-sensitive': true }, city: text } } },
};

describe('taking out what an output schema does not declare', () => {
  test('on every level, told once for each kind of place, and the value itself stays', () => {
    const value = {
      id: '1',
      items: [
        { sku: 'a', stock: 1 },
        { sku: 'b', stock: 2 },
      ],
      meta: { free: { form: 1 } },
      labels: { a: 'x', b: 'y' },
      buyer: { name: 'Li', city: 'X', age: 3 },
      closed: null,
      extra: [],
    };
    const before = structuredClone(value);
    expect(stripUndeclared(value, shapeOf(order))).toEqual({
      value: {
        id: '1',
        items: [{ sku: 'a' }, { sku: 'b' }],
        meta: { free: { form: 1 } },
        labels: { a: 'x', b: 'y' },
        buyer: { name: 'Li', city: 'X' },
        closed: null,
      },
      undeclared: [
        { pointer: '/items/*/stock', observed: 'integer' },
        { pointer: '/buyer/age', observed: 'integer' },
        { pointer: '/extra', observed: 'array' },
      ],
    });
    expect(value).toEqual(before);
  });

  test('a cyclic schema and an own __proto__ are no trouble', () => {
    const list: JsonObject = { type: 'object', properties: { v: text, next: { $ref: '#' } } };
    expect(stripUndeclared({ v: 'a', next: { v: 'b', next: {}, x: 1 } }, shapeOf(list)).value).toEqual({
      v: 'a',
      next: { v: 'b', next: {} },
    });
    const stripped = stripUndeclared(JSON.parse('{"v":"a","__proto__":{"polluted":1}}'), shapeOf(list)).value;
    expect(Object.keys(stripped as object)).toEqual(['v']);
    expect((stripped as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('masking', () => {
  test('hides what the schema marks, through references and lists, and leaves the rest', () => {
    expect(maskSensitive({ id: '1', buyer: { name: 'Li', city: 'X' } }, shapeOf(order))).toEqual({
      id: '1',
      buyer: { name: '•••', city: 'X' },
    });
    const phones: JsonObject = {
      type: 'object',
      additionalProperties: { type: 'array', items: { ...text, 'x-sensitive': true } },
    };
    expect(maskSensitive({ home: ['1', '2'] }, shapeOf(phones))).toEqual({ home: ['•••', '•••'] });
  });
});
