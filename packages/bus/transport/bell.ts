import type { Clock } from '@hermes-agent/core';
import type { Transport } from './port.ts';

/** Waits that a hint about one request cuts short. */
export interface Bell {
  /** Resolves after `delayMs`, or at a hint heard since the last wait; rejects when the signal aborts. */
  wait(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export async function createBell(transport: Transport, requestId: string): Promise<Bell> {
  let heard = false;
  let ring = (): void => {};
  const stop = await transport.subscribe('agent_results', (ids) => {
    if (ids.length > 0 && !ids.includes(requestId)) return;
    heard = true;
    ring();
  });
  return {
    wait: (clock, delayMs, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const finish = (settle: () => void): void => {
          cancel();
          signal?.removeEventListener('abort', onAbort);
          ring = () => {};
          heard = false;
          settle();
        };
        const onAbort = (): void => finish(() => reject(signal!.reason));
        const cancel = clock.after(heard ? 0 : delayMs, () => finish(resolve));
        signal?.addEventListener('abort', onAbort, { once: true });
        ring = () => finish(resolve);
      }),
    close: stop,
  };
}
