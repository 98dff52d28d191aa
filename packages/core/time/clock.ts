import { performance } from 'node:perf_hooks';

/**
 * Time as the program sees it. `now` is wall time in milliseconds since the epoch and may jump;
 * `monotonic` is milliseconds since an arbitrary start and never goes back.
 */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Calls `run` once after `delayMs`; any delay is allowed, months included. Returns the cancel function. */
  after(delayMs: number, run: () => void): () => void;
}

/** A `setTimeout` longer than this fires at once, so longer delays are taken in hops. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, run) {
    let timer: NodeJS.Timeout;
    const arm = (remainingMs: number): void => {
      const hopMs = Math.min(Math.max(0, remainingMs), LONGEST_TIMER_MS);
      timer = setTimeout(() => (remainingMs > hopMs ? arm(remainingMs - hopMs) : run()), hopMs);
    };
    arm(delayMs);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delayMs`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      cancel();
      reject(signal!.reason);
    };
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
