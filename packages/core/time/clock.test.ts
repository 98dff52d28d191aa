import { createFakeClock } from '@hermes-agent/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sleep, systemClock } from './clock.ts';

describe('sleep', () => {
  test('ends at its time', async () => {
    const clock = createFakeClock();
    let over = false;
    const sleeping = sleep(clock, 1_000).then(() => {
      over = true;
    });
    await clock.advance(999);
    expect(over).toBe(false);
    await clock.advance(1);
    await sleeping;
  });

  test('ends with the signal’s reason, and leaves no timer', async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const sleeping = sleep(clock, 1_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    expect(clock.pendingTimers).toBe(0);
    await expect(sleep(clock, 1_000, controller.signal)).rejects.toThrow('enough');
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the system’s clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('never goes back', () => {
    const readings = Array.from({ length: 100 }, () => systemClock.monotonic());
    expect(readings.toSorted((left, right) => left - right)).toEqual(readings);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
  });

  test('keeps a delay of months, which setTimeout alone would run at once', () => {
    vi.useFakeTimers();
    const threeMonths = 90 * 24 * 3_600_000;
    const run = vi.fn();
    systemClock.after(threeMonths, run);
    vi.advanceTimersByTime(threeMonths - 1);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledOnce();
  });

  test('can be cancelled in any hop of a long delay', () => {
    vi.useFakeTimers();
    const run = vi.fn();
    const cancel = systemClock.after(2 ** 32, run);
    vi.advanceTimersByTime(2 ** 31 + 5);
    cancel();
    vi.advanceTimersByTime(2 ** 33);
    expect(run).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
