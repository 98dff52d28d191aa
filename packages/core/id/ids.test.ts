import { createFakeClock } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../time/clock.ts';
import { createIds, deriveId } from './ids.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a new id is a UUIDv7 that holds its time', () => {
  const ids = createIds(createFakeClock(0x0123456789ab), () => new Uint8Array(16).fill(0xff));
  expect(ids.next()).toBe('01234567-89ab-7fff-bfff-ffffffffffff');
});

test('ids sort by the time they were made', async () => {
  const clock = createFakeClock();
  const ids = createIds(clock);
  const made: string[] = [];
  for (let count = 0; count < 50; count += 1) {
    made.push(ids.next());
    await clock.advance(1);
  }
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(50);
  for (const id of made) expect(UUID.exec(id)?.[1]).toBe('7');
});

test('ids of one millisecond differ', () => {
  const ids = createIds(systemClock);
  expect(new Set(Array.from({ length: 1_000 }, () => ids.next())).size).toBe(1_000);
});

test('a derived id is a UUIDv8, the same for the same parts and another for others', () => {
  const parts = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(parts, parts, (left, right) => {
      const [id, other] = [left, right].map(([purpose, ...rest]) => deriveId(purpose!, ...rest));
      expect(UUID.exec(id!)?.[1]).toBe('8');
      const same = JSON.stringify(left) === JSON.stringify(right);
      expect(id === other).toBe(same);
    }),
  );
});

test.each([
  [
    ['a', 'bc'],
    ['ab', 'c'],
  ],
  [['a', ''], ['a']],
  [['a', 'b'], ['a1:b']],
  [
    ['a', '1:b'],
    ['a', '1', 'b'],
  ],
] as [string[], string[]][])('where a part begins counts: %j is not %j', (left, right) => {
  expect(deriveId(left[0]!, ...left.slice(1))).not.toBe(deriveId(right[0]!, ...right.slice(1)));
});
