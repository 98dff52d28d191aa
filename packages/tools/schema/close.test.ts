import type { JsonObject } from '@hermes-agent/core';
import { describe, expect, test } from 'vitest';
import { INPUT_BOUNDS } from './bounds.ts';
import { closeObjects } from './close.ts';
import { compileSchema } from './validator.ts';

const accepts = (schema: JsonObject, value: unknown): boolean =>
  compileSchema(closeObjects(schema), INPUT_BOUNDS)(value).length === 0;
const text: JsonObject = { type: 'string' };

describe('closing inputs', () => {
  test('leaves alone what says it is open, or what else it takes', () => {
    expect(accepts({ type: 'object', additionalProperties: true }, { any: 1 })).toBe(true);
    expect(accepts({ type: 'object', additionalProperties: text }, { any: 'x' })).toBe(true);
    expect(accepts({ type: 'object', patternProperties: { '^x-': text } }, { 'x-a': 'b' })).toBe(true);
    expect(accepts({ type: 'object', patternProperties: { '^x-': text } }, { a: 'b' })).toBe(false);
  });

  test('an object put together from parts takes the fields of all of them and no other', () => {
    const schema: JsonObject = {
      type: 'object',
      allOf: [{ properties: { a: text } }, { $ref: '#/$defs/b' }],
      properties: { c: text },
      $defs: { b: { type: 'object', properties: { b: text } } },
    };
    expect(accepts(schema, { a: '', b: '', c: '' })).toBe(true);
    expect(accepts(schema, { a: '', d: '' })).toBe(false);
  });

  test('references are closed where they are used, cyclic ones too', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: {
        node: {
          type: 'object',
          properties: {
            name: text,
            next: { $ref: '#/$defs/node' },
            maybe: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
          },
        },
      },
    };
    expect(accepts(schema, { root: { name: 'a', next: { next: { name: 'c' } }, maybe: null } })).toBe(true);
    expect(accepts(schema, { root: { next: { next: { nam: 'c' } } } })).toBe(false);
    expect(accepts(schema, { root: { maybe: { nam: 'c' } } })).toBe(false);
  });

  test('a schema that refers to itself as a whole', () => {
    const list: JsonObject = { type: 'object', properties: { v: text, next: { $ref: '#' } } };
    expect(accepts(list, { v: 'a', next: { v: 'b', next: {} } })).toBe(true);
    expect(accepts(list, { v: 'a', next: { w: 'b' } })).toBe(false);
    expect(accepts({ type: 'object', properties: { v: { type: 'integer' } } }, { v: 1 })).toBe(true);
  });

  test('of alternatives, only the fields of the one that fits', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { kind: text },
      oneOf: [
        { properties: { kind: { const: 'card' }, number: text }, required: ['number'] },
        { properties: { kind: { const: 'cash' }, change: text } },
      ],
    };
    expect(accepts(schema, { kind: 'cash', change: '' })).toBe(true);
    expect(accepts(schema, { kind: 'cash', change: '', other: '' })).toBe(false);
  });

  test('a condition keeps its meaning', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { a: { type: 'object', properties: { x: text, y: text } }, b: text },
      not: {
        properties: { a: { type: 'object', properties: { x: text }, required: ['x'] } },
        required: ['a'],
      },
    };
    expect(accepts(schema, { a: { x: '', y: '' } })).toBe(false);
    expect(accepts(schema, { a: { y: '' } })).toBe(true);
  });
});
