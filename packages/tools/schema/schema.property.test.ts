import type { JsonObject, JsonValue } from '@hermes-agent/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findExcess, INPUT_BOUNDS, OUTPUT_BOUNDS } from './bounds.ts';
import { closeObjects } from './close.ts';
import { maskSensitive } from './mask.ts';
import { shapeOf } from './shape.ts';
import { stripUndeclared } from './strip.ts';
import { compileOutput, compileSchema } from './validator.ts';

const text: JsonObject = { type: 'string' };
const tree: JsonObject = {
  type: 'object',
  properties: {
    a: { ...text, 'x-sensitive': true },
    b: { type: ['integer', 'null'] },
    list: { type: 'array', items: { $ref: '#/$defs/node' } },
    either: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'boolean' }] },
  },
  $defs: {
    node: {
      type: 'object',
      properties: { a: text, list: { type: 'array', items: { $ref: '#/$defs/node' } } },
    },
  },
};
/** Values that often fit the schema above, since they use its names. */
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'list', 'either', 'x', '__proto__'), tie('value'), {
      maxKeys: 4,
    }),
  ),
}));

const checkInput = compileSchema(closeObjects(tree), INPUT_BOUNDS);
const checkOutput = compileOutput(tree, OUTPUT_BOUNDS);

describe('for any value', () => {
  test('a check gives an answer, and leaves the value as it was', () => {
    fc.assert(
      fc.property(
        fc.oneof(value, fc.anything({ withBigInt: true, withDate: true, withMap: true })),
        (any) => {
          const before = structuredClone(any);
          for (const violation of checkInput(any)) expect(violation.message).not.toBe('');
          checkOutput(any);
          expect(any).toEqual(before);
        },
      ),
    );
  });

  test('what is taken in is JSON that reads back the same', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (any) => {
        fc.pre(findExcess(any, INPUT_BOUNDS) === null);
        const back = JSON.parse(JSON.stringify(any)) as unknown;
        expect(JSON.stringify(back)).toBe(JSON.stringify(any));
      }),
    );
  });

  test('a stripped output is valid, closed, and nothing more can be taken out of it', () => {
    fc.assert(
      fc.property(value, (any) => {
        const checked = checkOutput(any);
        fc.pre(checked.ok);
        if (!checked.ok) return;
        expect(checkInput(checked.value)).toEqual([]);
        expect(stripUndeclared(checked.value, shapeOf(tree))).toEqual({
          value: checked.value,
          undeclared: [],
        });
      }),
    );
  });

  test('masking hides the marked part, valid or not, and keeps the form', () => {
    fc.assert(
      fc.property(value, (any) => {
        const masked = maskSensitive(any, shapeOf(tree));
        if (typeof any !== 'object' || any === null || Array.isArray(any)) {
          expect(masked).toEqual(any);
          return;
        }
        expect(Object.keys(masked as object)).toEqual(Object.keys(any));
        if (Object.hasOwn(any, 'a')) expect((masked as JsonObject).a).toBe('•••');
      }),
    );
  });
});
