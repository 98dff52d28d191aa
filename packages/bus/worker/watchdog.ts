import type { Clock, Logger } from '@hermes-agent/core';
import type { Journal } from '../journal/port.ts';

const LOOK_EVERY_MS = 10_000;

/** Says so in the log, again and again, when calls wait and no worker that holds their tool takes them. */
export function startWatchdog(
  journal: Journal,
  clock: Clock,
  unservedAfterMs: number,
  logger: Logger,
): { stop(): Promise<void> } {
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();
  let cancelTimer = (): void => {};
  const look = async (): Promise<void> => {
    for (const { route, waiting, oldestMs } of await journal.unserved(unservedAfterMs)) {
      logger.warn('No worker takes these calls', { route, waiting, oldest_ms: oldestMs });
    }
  };
  const arm = (): void => {
    if (stopped) return;
    cancelTimer = clock.after(LOOK_EVERY_MS, () => {
      looking = look()
        .catch((thrown: Error) => logger.error('the queue could not be read', { error: thrown.message }))
        .then(arm);
    });
  };
  arm();
  return {
    async stop() {
      stopped = true;
      cancelTimer();
      await looking;
    },
  };
}
