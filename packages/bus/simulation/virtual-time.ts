import type { Clock } from '@hermes-agent/core';

interface Timer {
  readonly at: number;
  readonly run: () => void;
  readonly matters: boolean;
}

/** Time that moves from one thing to the next, as fast as they can be done. */
export interface VirtualTime extends Clock {
  /** As `after`, for something without which the history is not over; polls are not. */
  expect(delayMs: number, run: () => void): void;
  /** How many expected things are still to come. */
  expected(): number;
  /** Sets the wall clock; the monotonic one goes on. */
  setWall(epochMs: number): void;
  /** Goes to the earliest timer and runs it. */
  runNext(): void;
}

const START = Date.UTC(2026, 0, 15);

export function createVirtualTime(): VirtualTime {
  let elapsedMs = 0;
  let wallOffsetMs = START;
  let expected = 0;
  // The latest first: the next one is at the end.
  const timers: Timer[] = [];
  const add = (timer: Timer): Timer => {
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (timers[middle]!.at > timer.at) low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, timer);
    return timer;
  };
  return {
    now: () => wallOffsetMs + elapsedMs,
    monotonic: () => elapsedMs,
    after(delayMs, run) {
      const timer = add({ at: elapsedMs + Math.max(0, delayMs), run, matters: false });
      return () => {
        const index = timers.indexOf(timer);
        if (index >= 0) timers.splice(index, 1);
      };
    },
    expect(delayMs, run) {
      expected += 1;
      add({ at: elapsedMs + Math.max(0, delayMs), run, matters: true });
    },
    expected: () => expected,
    setWall(epochMs) {
      wallOffsetMs = epochMs - elapsedMs;
    },
    runNext() {
      const next = timers.pop();
      if (next === undefined) throw new Error('Nothing is left to happen');
      if (next.matters) expected -= 1;
      elapsedMs = Math.max(elapsedMs, next.at);
      next.run();
    },
  };
}
