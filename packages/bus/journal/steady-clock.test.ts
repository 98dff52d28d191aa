import { systemClock } from '@hermes-agent/core';
import { openSqlite } from '@hermes-agent/store';
import { afterEach, expect, test } from 'vitest';
import { createStillClock } from '../conformance/still-clock.ts';
import { order, plannedStep } from '../fixture/order.ts';
import { createSqlJournal, migrateJournal } from './sql-journal.ts';
import { createSteadyClock } from './steady-clock.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** One store whose wall clock is `wall`, and two processes with monotonic clocks of their own. */
async function openTwo() {
  const wall = createStillClock();
  const store = await openSqlite({ file: ':memory:', clock: { ...systemClock, now: wall.now } });
  closers.push(() => store.close());
  await migrateJournal(store);
  const limits = { bus: 100, tenant: 100, session: 100 };
  const enter = () => {
    const own = createStillClock();
    const time = createSteadyClock(store, own);
    return { own, time, journal: createSqlJournal({ store, time, limits, onCommitted: () => {} }) };
  };
  return { wall, awake: enter(), asleep: enter() };
}

const submit = ({ journal }: Awaited<ReturnType<typeof openTwo>>['awake'], requestId: string) =>
  journal.submit(order([plannedStep('a', { timeoutMs: 86_400_000 })], { requestId }));

test('a process that was suspended catches up with the others instead of holding them back', async () => {
  const { wall, awake, asleep } = await openTwo();
  await submit(awake, 'first');
  await asleep.time.now();
  wall.advance(3_600_000);
  awake.own.advance(3_600_000);
  await submit(awake, 'second');
  asleep.own.advance(1_000);
  expect(await asleep.time.now()).toBe(wall.now());
  awake.own.advance(1_000);
  wall.advance(1_000);
  expect(await awake.time.now()).toBe(wall.now());
});

test('small corrections are followed, and never take time back', async () => {
  const { wall, awake } = await openTwo();
  await submit(awake, 'first');
  const before = await awake.time.now();
  wall.setWall(wall.now() - 300);
  awake.own.advance(250);
  wall.advance(250);
  expect(await awake.time.now()).toBe(before);
  awake.own.advance(250);
  wall.advance(250);
  expect(await awake.time.now()).toBe(wall.now());
});

test('one correction is made, however many processes notice', async () => {
  const { wall, awake, asleep } = await openTwo();
  await submit(awake, 'first');
  const before = await awake.time.now();
  await asleep.time.now();
  wall.setWall(wall.now() + 86_400_000);
  for (const each of [awake, asleep]) each.own.advance(500);
  wall.advance(500);
  expect(await Promise.all([awake.time.now(), asleep.time.now()])).toEqual([before + 500, before + 500]);
});
