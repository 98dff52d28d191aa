import type { Clock } from '@hermes-agent/core';

/** A clock that was set by more than this is not followed; see `journal/steady-clock.ts`, whose rule this is. */
const JUMP_MS = 1_000;

/** The time of a journal in memory: never goes back, and takes no part in jumps of the wall clock. */
export function createSteadyTime(clock: Clock): () => number {
  let last = { at: clock.now(), monotonic: clock.monotonic() };
  let offsetMs = 0;
  return () => {
    const monotonic = clock.monotonic();
    const expected = last.at + monotonic - last.monotonic;
    const gapMs = clock.now() + offsetMs - expected;
    if (Math.abs(gapMs) > JUMP_MS) offsetMs -= gapMs;
    last = { at: Math.round(Math.max(clock.now() + offsetMs, last.at)), monotonic };
    return last.at;
  };
}
