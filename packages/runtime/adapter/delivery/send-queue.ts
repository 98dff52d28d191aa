import type { Clock } from '@hermes-agent/core';

/** How far a sender may still go: `stopping` ends pauses, for one last try; `cut` ends everything. */
export interface SendSignals {
  readonly stopping: AbortSignal;
  readonly cut: AbortSignal;
}

export interface SendQueueOptions<T> {
  readonly clock: Clock;
  /** How many may wait; what comes on top is dropped. */
  readonly limit: number;
  readonly batchSize: number;
  /** How long the first of a batch waits for company. */
  readonly delayMs: number;
  /** Sends one batch and says whether it arrived. Never throws, and ends soon after `cut`. */
  readonly send: (batch: readonly T[], signals: SendSignals) => Promise<boolean>;
}

export interface SendQueue<T> {
  put(item: T): void;
  /** How many were lost: over the limit, after closing, or because sending failed. */
  dropped(): number;
  /** Sends what waits for at most `withinMs`, without pauses, and drops the rest. */
  close(withinMs: number): Promise<void>;
}

/** Sends batches one at a time behind whoever puts items in, who never waits and never fails for it. */
export function createSendQueue<T>(options: SendQueueOptions<T>): SendQueue<T> {
  const { clock, limit, batchSize, delayMs, send } = options;
  const stopping = new AbortController();
  const cut = new AbortController();
  const signals = { stopping: stopping.signal, cut: cut.signal };
  const waiting: T[] = [];
  let dropped = 0;
  let sending: Promise<void> | null = null;
  let cancelTimer: (() => void) | null = null;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0 && !cut.signal.aborted) {
      const batch = waiting.splice(0, batchSize);
      if (!(await send(batch, signals))) dropped += batch.length;
    }
    sending = null;
  };
  const start = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    sending ??= drain();
  };

  return {
    put(item) {
      if (stopping.signal.aborted || waiting.length >= limit) {
        dropped += 1;
        return;
      }
      waiting.push(item);
      if (sending !== null) return;
      if (waiting.length >= batchSize) start();
      else cancelTimer ??= clock.after(delayMs, start);
    },
    dropped: () => dropped,
    async close(withinMs) {
      stopping.abort();
      const cancelCut = clock.after(withinMs, () => cut.abort());
      start();
      await sending;
      cancelCut();
      dropped += waiting.splice(0).length;
    },
  };
}
