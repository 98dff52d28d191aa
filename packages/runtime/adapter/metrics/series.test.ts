import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeries } from './series.ts';

test('label sets are kept apart up to the limit; the rest share one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string(), fc.string())),
      fc.integer({ min: 1, max: 5 }),
      (sets, limit) => {
        const series = createSeries(() => ({ count: 0 }), limit);
        for (const set of sets) series.of(set).count += 1;
        const entries = [...series.entries()];
        expect(entries.reduce((sum, [, { count }]) => sum + count, 0)).toBe(sets.length);
        expect(entries.length).toBeLessThanOrEqual(limit + 1);
        if (entries.length > limit) expect(entries.at(-1)![0]).toEqual(['other', 'other']);
      },
    ),
  );
});
