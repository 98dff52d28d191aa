import { type Clock, type Logger, sleep, withDeadline } from '@hermes-agent/core';
import pg from 'pg';
import { createHints, type OnHint } from '../hint.ts';
import { createTurnstile } from '../turnstile.ts';
import { postgresError } from './error.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const FAREWELL_MS = 1_000;

export interface Listener {
  /**
   * Resolves when the server has been told, or at the end of an attempt that failed: it is then told as soon as
   * it is back.
   */
  listen(channel: string, onHint: OnHint): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * The one connection that hears NOTIFY, opened with the first listener. One loop connects, waits for the loss,
 * pauses and connects again. The loop is the only place that does so: reconnects armed from several event
 * handlers multiply and eat the server's connections.
 */
export function createListener(connect: () => pg.Client, clock: Clock, logger: Logger): Listener {
  const hints = createHints();
  const stop = new AbortController();
  const commands = createTurnstile();
  let client: pg.Client | undefined;
  let loop: Promise<void> | undefined;
  let attempt = Promise.withResolvers<void>();

  /** On a connection that is just being lost this fails, and the next one is told everything again. */
  const command = (to: pg.Client, word: 'LISTEN' | 'UNLISTEN', channel: string): Promise<unknown> =>
    commands(() => to.query(`${word} ${pg.escapeIdentifier(channel)}`));

  /** One connection's whole life. Resolves when it was lost, rejects when it never came to be. */
  const live = async (): Promise<void> => {
    const mine = connect();
    const lost = Promise.withResolvers<void>();
    mine.on('error', () => lost.resolve());
    mine.on('end', () => lost.resolve());
    mine.on('notification', ({ channel, payload }) => hints.tell(channel, payload ?? ''));
    const onStop = (): void => lost.resolve();
    stop.signal.addEventListener('abort', onStop);
    try {
      await mine.connect();
      client = mine;
      for (const channel of hints.channels()) await command(mine, 'LISTEN', channel);
      attempt.resolve();
      if (!stop.signal.aborted) await lost.promise;
    } finally {
      client = undefined;
      stop.signal.removeEventListener('abort', onStop);
      await withDeadline(clock, FAREWELL_MS, () => mine.end()).catch(() => {});
    }
  };

  const run = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stop.signal.aborted) {
      const startedAt = clock.monotonic();
      try {
        await live();
      } catch (thrown) {
        logger.warn('The store cannot hear hints for now', { reason: String(postgresError(thrown)) });
      }
      attempt.resolve();
      attempt = Promise.withResolvers();
      if (clock.monotonic() - startedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      await sleep(clock, pauseMs, stop.signal).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    attempt.resolve();
  };

  return {
    async listen(channel, onHint) {
      const stopHearing = hints.listen(channel, onHint);
      loop ??= run();
      if (client === undefined) await attempt.promise;
      else await command(client, 'LISTEN', channel).catch(() => {});
      return async () => {
        if (stopHearing() && client !== undefined) await command(client, 'UNLISTEN', channel).catch(() => {});
      };
    },
    async close() {
      stop.abort();
      await loop;
    },
  };
}
