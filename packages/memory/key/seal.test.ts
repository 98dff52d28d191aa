import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { open, seal } from './seal.ts';

const key = randomBytes(32);

describe('seal', () => {
  test('gives back what went in, under the same key and context only', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.string(), { maxLength: 4 }),
        (plain, context) => {
          const sealed = seal(key, plain, context);
          expect(new Uint8Array(open(key, sealed, context))).toEqual(plain);
          expect(() => open(randomBytes(32), sealed, context)).toThrow(
            expect.objectContaining({ code: 'DECRYPTION_FAILED' }),
          );
          expect(() => open(key, sealed, [...context, ''])).toThrow(
            expect.objectContaining({ code: 'DECRYPTION_FAILED' }),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test('any changed byte, and any shorter record, is refused', () => {
    const sealed = seal(key, Buffer.from('北京市海淀区'), ['retail', 'address']);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 0x40;
      expect(() => open(key, changed, ['retail', 'address'])).toThrow(
        expect.objectContaining({ code: 'DECRYPTION_FAILED' }),
      );
      expect(() => open(key, sealed.subarray(0, index), ['retail', 'address'])).toThrow(
        expect.objectContaining({ code: 'DECRYPTION_FAILED' }),
      );
    }
  });

  test('parts of the context cannot slide into each other', () => {
    const sealed = seal(key, Buffer.from('x'), ['a', 'bc']);
    expect(() => open(key, sealed, ['ab', 'c'])).toThrow();
  });

  test('the same value never looks the same twice', () => {
    expect(seal(key, Buffer.from('x'), [])).not.toEqual(seal(key, Buffer.from('x'), []));
  });
});
