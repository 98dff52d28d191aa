import { silentLogger } from '@hermes-agent/core';
import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import type { Journal } from '../journal/port.ts';
import { startAlarm } from './alarm.ts';

function armed(pollMs = 1_000) {
  const clock = createFakeClock();
  let dueAt: number | null = null;
  const sweeps: number[] = [];
  const journal = {
    async sweep() {
      sweeps.push(clock.monotonic());
      if (dueAt === null || dueAt > clock.monotonic()) return 0;
      dueAt = null;
      return 1;
    },
    dueInMs: async () => (dueAt === null ? null : Math.max(0, dueAt - clock.monotonic())),
  } as unknown as Journal;
  const alarm = startAlarm(journal, clock, pollMs, silentLogger);
  return { clock, sweeps, alarm, setDue: (at: number | null) => (dueAt = at) };
}

test('wakes when the earliest thing falls due, not before and hardly after', async () => {
  const { clock, sweeps, alarm, setDue } = armed();
  await clock.advance(100);
  setDue(400);
  alarm.expectIn(300);
  await clock.advance(299);
  expect(sweeps).toEqual([0]);
  await clock.advance(1);
  expect(sweeps).toEqual([0, 400]);
  await alarm.stop();
});

test('looks on its own at every poll, for what other processes wrote', async () => {
  const { clock, sweeps, alarm } = armed(250);
  await clock.advance(1_000);
  expect(sweeps).toEqual([0, 250, 500, 750, 1_000]);
  await alarm.stop();
  expect(clock.pendingTimers).toBe(0);
});

test('goes on after a fault', async () => {
  const clock = createFakeClock();
  let calls = 0;
  const journal = {
    async sweep() {
      calls += 1;
      if (calls === 1) throw new Error('store gone');
      return 0;
    },
    dueInMs: async () => null,
  } as unknown as Journal;
  const alarm = startAlarm(journal, clock, 250, silentLogger);
  await clock.advance(1_300);
  expect(calls).toBe(3);
  await alarm.stop();
});
