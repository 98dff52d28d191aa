import type { Logger } from '@hermes-agent/core';
import type { RetentionSettings } from './settings.ts';
import { type SweepDependencies, sweep } from './sweep.ts';

/** After the rush of the start, then every hour. */
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/** Sweeps on a schedule. Returns a function that stops after the batch under way. */
export function startRetention(
  dependencies: SweepDependencies,
  settings: RetentionSettings,
  logger: Logger,
): () => Promise<void> {
  const stopping = new AbortController();
  let sweeping: Promise<void> = Promise.resolve();
  let cancelTimer = (): void => {};
  const run = (): void => {
    sweeping = sweep(dependencies, settings, stopping.signal)
      .then((report) => logger.info('swept what has been kept long enough', { ...report }))
      .catch((thrown: Error) => {
        if (!stopping.signal.aborted) logger.warn('the sweep was broken off', { error: thrown.message });
      })
      .then(() => {
        if (!stopping.signal.aborted) cancelTimer = dependencies.clock.after(EVERY_MS, run);
      });
  };
  cancelTimer = dependencies.clock.after(FIRST_MS, run);
  return async () => {
    stopping.abort();
    cancelTimer();
    await sweeping;
  };
}
