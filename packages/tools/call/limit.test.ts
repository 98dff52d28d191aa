import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { limitCall } from './limit.ts';

test('code that cleans up is told a tenth before the end, at most half a second', async () => {
  const clock = createFakeClock();
  const limit = limitCall(clock, 1000, true, new AbortController().signal);
  expect(limit.graceMs).toBe(100);
  await clock.advance(899);
  expect(limit.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(limit.signal.reason).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  expect(limitCall(clock, 60_000, true, new AbortController().signal).graceMs).toBe(500);
});

test('what has nothing to clean up has all of the time', async () => {
  const clock = createFakeClock();
  const limit = limitCall(clock, 1000, false, new AbortController().signal);
  await clock.advance(999);
  expect(limit.signal.aborted).toBe(false);
  limit.cancel();
  await clock.advance(10);
  expect(limit.signal.aborted).toBe(false);
  expect(clock.pendingTimers).toBe(0);
});

test('the caller can end it, before it begins too', () => {
  const outer = new AbortController();
  const limit = limitCall(createFakeClock(), 1000, false, outer.signal);
  outer.abort(new Error('enough'));
  expect(limit.signal.reason).toEqual(new Error('enough'));
  expect(limitCall(createFakeClock(), 1000, false, outer.signal).signal.aborted).toBe(true);
});
