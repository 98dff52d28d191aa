import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fit, widthOf } from './width.ts';

test.each([
  ['abc', 3],
  ['销售报告', 8],
  ['Q3的，', 6],
  ['🙂', 2],
  ['e\u0301', 1],
  ['█▏…', 3],
])('%s takes %d columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test('what is fitted takes exactly its columns', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.integer({ min: 1, max: 40 }),
      (text, columns) => {
        expect(widthOf(fit(text, columns))).toBe(columns);
      },
    ),
  );
});
