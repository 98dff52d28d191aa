import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './frame.ts';

test('lines come out as they went in, however the stream was cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ' '))),
      fc.integer({ min: 1, max: 7 }),
      (lines, size) => {
        const read: string[] = [];
        const reader = readLines(
          1_000_000,
          (line) => read.push(line),
          () => {},
        );
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        for (let start = 0; start < bytes.length; start += size)
          reader.push(bytes.subarray(start, start + size));
        reader.end();
        expect(read).toEqual(lines);
      },
    ),
  );
});

test('beyond its bound it says so once and keeps nothing more', () => {
  const read: string[] = [];
  let excesses = 0;
  const reader = readLines(
    10,
    (line) => read.push(line),
    () => {
      excesses += 1;
    },
  );
  for (let chunk = 0; chunk < 5; chunk += 1) reader.push(Buffer.from('abcd\n'));
  reader.end();
  expect(read).toEqual(['abcd', 'abcd']);
  expect(excesses).toBe(1);
});

test('what has no line break at the end is a line all the same', () => {
  const read: string[] = [];
  const reader = readLines(
    100,
    (line) => read.push(line),
    () => {},
  );
  reader.push(Buffer.from('a\nb'));
  reader.end();
  expect(read).toEqual(['a', 'b']);
});
