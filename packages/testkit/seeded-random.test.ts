import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeededRandom, createSequentialIds } from './seeded-random.ts';

test('one seed gives one sequence in [0, 1), another seed another', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const [random, again, other] = [seed, seed, seed + 1].map(createSeededRandom);
      const draw = (from: (() => number) | undefined): number[] => Array.from({ length: 20 }, () => from!());
      const drawn = draw(random);
      expect(draw(again)).toEqual(drawn);
      expect(draw(other)).not.toEqual(drawn);
      for (const number of drawn) expect(number >= 0 && number < 1).toBe(true);
    }),
  );
});

test('numbers spread evenly', () => {
  const random = createSeededRandom(7);
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let count = 0; count < 10_000; count += 1) tenths[Math.floor(random() * 10)]! += 1;
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});

test('sequential ids can be foreseen and differ by name', () => {
  const [ids, same, other] = ['a', 'a', 'b'].map(createSequentialIds);
  const made = [ids!.next(), ids!.next()];
  expect([same!.next(), same!.next()]).toEqual(made);
  expect(new Set([...made, other!.next()]).size).toBe(3);
});
