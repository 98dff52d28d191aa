import type { Clock } from '@hermes-agent/core';
import type { VirtualTime } from './virtual-time.ts';

/** A process that can be killed or suspended: what it waits for then never comes, or comes when it goes on. */
export interface Process {
  readonly clock: Clock;
  readonly alive: () => boolean;
  /** What the process gets of `answer`. */
  hear<T>(answer: Promise<T>): Promise<T>;
  kill(): void;
  suspend(forMs: number): void;
}

export function startProcess(time: VirtualTime): Process {
  let alive = true;
  let suspendedUntil = 0;
  const whenAwake = (run: () => void): void => {
    if (!alive) return;
    const asleepMs = suspendedUntil - time.monotonic();
    if (asleepMs > 0) time.after(asleepMs, () => whenAwake(run));
    else run();
  };
  return {
    clock: {
      now: time.now,
      monotonic: time.monotonic,
      after: (delayMs, run) => time.after(delayMs, () => whenAwake(run)),
    },
    alive: () => alive,
    hear: (answer) =>
      new Promise((resolve, reject) => {
        answer.then(
          (value) => whenAwake(() => resolve(value)),
          (thrown) => whenAwake(() => reject(thrown)),
        );
      }),
    kill() {
      alive = false;
    },
    suspend(forMs) {
      suspendedUntil = time.monotonic() + forMs;
    },
  };
}
