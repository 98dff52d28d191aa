import { sleep } from '@hermes-agent/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

test('runs what falls due in the order of time, then of arrival, each at its own moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 10 }), async (delays) => {
      const clock = createFakeClock();
      const seen: [number, number][] = [];
      for (const [index, delay] of delays.entries()) {
        clock.after(delay, () => seen.push([clock.monotonic(), index]));
      }
      await clock.advance(50);
      const expected = delays.map((delay, index): [number, number] => [delay, index]);
      expect(seen).toEqual(expected.sort(([left, first], [right, second]) => left - right || first - second));
      expect(clock.pendingTimers).toBe(0);
      expect(clock.monotonic()).toBe(50);
    }),
    { numRuns: 25 },
  );
});

test('timers that are set by timers run in the same advance when they fall due in it', async () => {
  const clock = createFakeClock();
  const moments: number[] = [];
  const loop = async (): Promise<void> => {
    for (let count = 0; count < 3; count += 1) {
      await sleep(clock, 10);
      moments.push(clock.monotonic());
    }
  };
  const looping = loop();
  await clock.advance(100);
  await looping;
  expect(moments).toEqual([10, 20, 30]);
});

test('a cancelled timer does not run', async () => {
  const clock = createFakeClock();
  let ran = false;
  const cancel = clock.after(10, () => {
    ran = true;
  });
  cancel();
  await clock.advance(20);
  expect(ran).toBe(false);
});

test('wall time may jump without moving the other', async () => {
  const clock = createFakeClock(1_000);
  let ran = false;
  clock.after(10, () => {
    ran = true;
  });
  clock.setWall(500);
  expect([clock.now(), clock.monotonic(), ran]).toEqual([500, 0, false]);
  await clock.advance(10);
  expect([clock.now(), clock.monotonic(), ran]).toEqual([510, 10, true]);
});
