import type { Clock } from '@hermes-agent/core';

interface Timer {
  readonly dueAt: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock that moves only when told. Wall time can be set apart from the monotonic one, as real clocks jump. */
export interface FakeClock extends Clock {
  /** Moves both times on and runs what falls due, in order, letting promises settle after each. */
  advance(milliseconds: number): Promise<void>;
  /** Sets wall time alone, backwards too; no timer fires for it. */
  setWall(epochMs: number): void;
  readonly pendingTimers: number;
}

export function createFakeClock(startAt = Date.UTC(2026, 0, 15, 1, 0, 0)): FakeClock {
  let elapsed = 0;
  let wallOffset = startAt;
  let order = 0;
  const timers = new Set<Timer>();
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await Promise.resolve();
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return {
    now: () => wallOffset + elapsed,
    monotonic: () => elapsed,
    after(delayMs, run) {
      order += 1;
      const timer: Timer = { dueAt: elapsed + Math.max(0, delayMs), order, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(milliseconds) {
      const target = elapsed + milliseconds;
      await settle();
      for (;;) {
        const [next] = [...timers]
          .filter((timer) => timer.dueAt <= target)
          .sort((left, right) => left.dueAt - right.dueAt || left.order - right.order);
        if (next === undefined) break;
        timers.delete(next);
        elapsed = Math.max(elapsed, next.dueAt);
        next.run();
        await settle();
      }
      elapsed = target;
      await settle();
    },
    setWall(epochMs) {
      wallOffset = epochMs - elapsed;
    },
    get pendingTimers() {
      return timers.size;
    },
  };
}
