import { type Clock, systemClock } from '@hermes-agent/core';

/** A clock that stands still until it is moved. Wall time can be set apart from the monotonic one. */
export interface StillClock extends Clock {
  advance(milliseconds: number): void;
  setWall(epochMs: number): void;
}

export function createStillClock(): StillClock {
  let elapsedMs = 0;
  let wallOffsetMs = Date.UTC(2026, 0, 15);
  return {
    ...systemClock,
    now: () => wallOffsetMs + elapsedMs,
    monotonic: () => elapsedMs,
    advance(milliseconds) {
      elapsedMs += milliseconds;
    },
    setWall(epochMs) {
      wallOffsetMs = epochMs - elapsedMs;
    },
  };
}
