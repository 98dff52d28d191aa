import type { Clock, Logger } from '@hermes-agent/core';
import type { SessionEvent } from '@hermes-agent/runtime';
import { encodeEvent } from '../wire/event.ts';

const BATCH = 50;

interface EventSource {
  /** Events after `afterId`, at most `limit`. */
  readonly read: (afterId: number, limit: number) => Promise<readonly SessionEvent[]>;
  readonly onHint: (hint: () => void) => () => void;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly heartbeatMs: number;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  readonly onEnd: () => void;
}

/**
 * The events of a session as bytes. It is read from the outbox only when the socket asks for more, so a slow
 * reader holds one batch here and no queue; any number of hints while it is busy count as one.
 *
 * Throws what the first read throws, so that an unknown session is still answered with its status.
 */
export async function openEventStream(
  source: EventSource,
  afterId: number,
): Promise<ReadableStream<Uint8Array>> {
  const { read, clock, logger, heartbeatMs, signal } = source;
  const encoder = new TextEncoder();
  let cursor = afterId;
  let fresh = false;
  let wake = (): void => {};
  const unsubscribe = source.onHint(() => {
    fresh = true;
    wake();
  });
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    unsubscribe();
    signal.removeEventListener('abort', end);
    wake();
    source.onEnd();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();

  const quiet = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(heartbeatMs, resolve);
      wake = () => {
        cancel();
        resolve();
      };
      if (fresh || ended) wake();
    });

  const nextBatch = async (): Promise<string> => {
    fresh = false;
    const events = await read(cursor, BATCH);
    cursor = events.at(-1)?.id ?? cursor;
    return events.map(encodeEvent).join('');
  };

  let waiting: string;
  try {
    waiting = `retry: 2000\n\n${await nextBatch()}`;
  } catch (thrown) {
    end();
    throw thrown;
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (waiting === '') waiting = await nextBatch();
          if (waiting === '') {
            await quiet();
            if (!ended) waiting = (await nextBatch()) || ': still here\n\n';
          }
        } catch (thrown) {
          // The client asks again and is then told the status.
          logger.debug('An event stream ended early', { error: String(thrown) });
          end();
        }
        if (ended) return controller.close();
        controller.enqueue(encoder.encode(waiting));
        waiting = '';
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
