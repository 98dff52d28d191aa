import { expect, test } from 'vitest';
import { schemaAt, typesOf } from './schema-walk.ts';

const schema = {
  type: 'object',
  properties: {
    rows: { type: 'integer' },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
    either: { anyOf: [{ type: 'string' }, { type: 'object' }] },
  },
  allOf: [{ properties: { extra: { type: 'boolean' } } }],
  $defs: { line: { type: 'object', properties: { sku: { type: 'string' } }, additionalProperties: false } },
};

test('follows properties, items, references and branches', () => {
  expect(schemaAt(schema, '/rows')).toEqual({ type: 'integer' });
  expect(schemaAt(schema, '/lines/3/sku')).toEqual({ type: 'string' });
  expect(schemaAt(schema, '/extra')).toEqual({ type: 'boolean' });
});

test('tells nothing there from not said', () => {
  expect(schemaAt(schema, '/lines/0/colour')).toBe('absent');
  expect(schemaAt(schema, '/either/part')).toBe('unknown');
  expect(schemaAt({}, '/anything')).toBe('unknown');
  expect(schemaAt(schema, 'no pointer')).toBe('absent');
});

test('a reference that leads to itself ends', () => {
  expect(
    schemaAt({ $defs: { a: { $ref: '#/$defs/a' } }, properties: { x: { $ref: '#/$defs/a' } } }, '/x'),
  ).toBeDefined();
});

test('a number admits an integer', () => {
  expect(typesOf({ type: ['number', 'null'] })).toEqual(new Set(['number', 'null', 'integer']));
  expect(typesOf({})).toBeNull();
});
