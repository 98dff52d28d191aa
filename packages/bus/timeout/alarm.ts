import type { Clock, Logger } from '@hermes-agent/core';
import type { Journal } from '../journal/port.ts';

const SWEEP_LIMIT = 100;
const PAUSE_AFTER_FAULT_MS = 1_000;

/**
 * Brings time to executions. One timer, set to the earliest moment something falls due, and never further off
 * than a poll: another process may have written something earlier, and this timer may be the only one left.
 */
export interface Alarm {
  /** Something falls due in `delayMs`. */
  expectIn(delayMs: number): void;
  stop(): Promise<void>;
}

export function startAlarm(
  journal: Pick<Journal, 'sweep' | 'dueInMs'>,
  clock: Clock,
  pollMs: number,
  logger: Logger,
): Alarm {
  let stopped = false;
  let cancelTimer = (): void => {};
  let armedFor = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | null = null;

  const arm = (delayMs: number): void => {
    if (stopped || sweeping !== null) return;
    cancelTimer();
    armedFor = clock.monotonic() + delayMs;
    cancelTimer = clock.after(delayMs, run);
  };
  const sweep = async (): Promise<number> => {
    while (!stopped && (await journal.sweep(SWEEP_LIMIT)) === SWEEP_LIMIT);
    return Math.min(pollMs, (await journal.dueInMs()) ?? pollMs);
  };
  const run = (): void => {
    sweeping = sweep()
      .catch((thrown: Error) => {
        logger.error('timers could not be read', { error: thrown.message });
        return PAUSE_AFTER_FAULT_MS;
      })
      .then((delayMs) => {
        sweeping = null;
        arm(delayMs);
      });
  };
  run();
  return {
    expectIn(delayMs) {
      if (clock.monotonic() + delayMs < armedFor) arm(Math.max(0, delayMs));
    },
    async stop() {
      stopped = true;
      cancelTimer();
      await sweeping;
    },
  };
}
