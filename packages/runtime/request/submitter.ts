import type { Bus } from '@hermes-agent/bus';
import { asHermesError, type Clock, type Logger } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import { markSubmitted, type RequestRow, unsubmittedRequests } from './request-row.ts';

/** Brings decided requests to the bus: at once, and again for those a crash or a full bus left behind. */
export interface Submitter {
  /** Never throws: what cannot be submitted now is swept up later. */
  submit(requests: readonly RequestRow[]): Promise<void>;
  /** Starts sweeping; the returned function stops it and waits for a sweep under way. */
  start(): () => Promise<void>;
}

const SWEEP_MS = 1_000;
const SWEEP_BATCH = 100;

export function createSubmitter(store: Store, bus: Bus, clock: Clock, logger: Logger): Submitter {
  const submit = async (requests: readonly RequestRow[]): Promise<void> => {
    for (const request of requests) {
      try {
        await bus.submit(request.order);
        await markSubmitted(store, request.requestId);
      } catch (thrown) {
        const { code, message } = asHermesError(thrown, 'runtime');
        logger.warn('a request waits to be submitted', {
          request_id: request.requestId,
          code,
          error: message,
        });
      }
    }
  };
  return {
    submit,
    start() {
      let stopped = false;
      let cancelTimer = (): void => {};
      let sweeping: Promise<void> = Promise.resolve();
      const sweep = async (): Promise<void> => {
        try {
          await submit(await unsubmittedRequests(store, SWEEP_BATCH));
        } catch (thrown) {
          logger.warn('the sweep for unsubmitted requests failed', { error: (thrown as Error).message });
        }
        if (!stopped) cancelTimer = clock.after(SWEEP_MS, run);
      };
      const run = (): void => {
        sweeping = sweep();
      };
      run();
      return async () => {
        stopped = true;
        cancelTimer();
        await sweeping;
      };
    },
  };
}
