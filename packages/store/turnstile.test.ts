import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

test('work runs one at a time, in the order of arrival, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ turns: fc.nat(3), fails: fc.boolean() })), async (works) => {
      const turn = createTurnstile();
      const started: number[] = [];
      let inside = 0;
      const outcomes = await Promise.allSettled(
        works.map(({ turns, fails }, index) =>
          turn(async () => {
            started.push(index);
            inside += 1;
            expect(inside).toBe(1);
            for (let count = 0; count < turns; count += 1) await Promise.resolve();
            inside -= 1;
            if (fails) throw index;
            return index;
          }),
        ),
      );
      expect(started).toEqual(works.map((_, index) => index));
      expect(outcomes.map(({ status }) => status)).toEqual(
        works.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
      );
    }),
  );
});
