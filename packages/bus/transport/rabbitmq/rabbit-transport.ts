import { once } from 'node:events';
import {
  type Clock,
  HermesError,
  type Logger,
  type Random,
  silentLogger,
  sleep,
  systemClock,
  systemRandom,
  withDeadline,
} from '@hermes-agent/core';
import { createHintGate, encodeHint, type HintRefusals } from '../hint.ts';
import { createListeners } from '../listeners.ts';
import { createOutbox, type WaitingHint } from '../outbox.ts';
import type { Topic, Transport } from '../port.ts';
import { openSession, type Session } from './session.ts';

export interface RabbitTransportOptions {
  /** `amqp://user:password@host:port/virtual-host`, or `amqps:`. RabbitMQ 3.10 or newer. */
  readonly url: string;
  /** How many hints may be on their way to this process. */
  readonly prefetch?: number;
  /** A broker that says nothing for two to three times as long is taken for lost. */
  readonly heartbeatSeconds?: number;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly logger?: Logger;
}

export interface RabbitTransport extends Transport {
  /** Whether the broker carries hints now. Without it everybody looks at the journal by themselves. */
  connected(): boolean;
  refusals(): HintRefusals;
  /** Sends nothing more, hears nothing more, leaves the broker. */
  close(): Promise<void>;
}

const UNCONFIRMED_LIMIT = 64;
const OPEN_MS = 10_000;
const FAREWELL_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Hints between hosts through RabbitMQ: the quorum queues `agent_requests` and `agent_results`, whose hints reach
 * one reader each, and the fan-out exchange `agent_aborts`. Connects in the background and again after each loss.
 *
 * Throws `INVALID_ARGUMENT` for an address that is none.
 */
export function createRabbitTransport(options: RabbitTransportOptions): RabbitTransport {
  const { prefetch = 32, clock = systemClock, random = systemRandom, logger = silentLogger } = options;
  const { address, host } = readAddress(options.url, options.heartbeatSeconds ?? 10);
  const listeners = createListeners(logger);
  const gate = createHintGate(logger);
  const outbox = createOutbox();
  const unconfirmed = new Set<WaitingHint>();
  const stop = new AbortController();
  const stopped = once(stop.signal, 'abort');
  let session: Session | null = null;

  const sendNext = (): void => {
    while (session !== null && unconfirmed.size < UNCONFIRMED_LIMIT) {
      const hint = outbox.take();
      if (hint === null) return;
      unconfirmed.add(hint);
      session.publish(hint.topic, encodeHint(hint.ids), (kept) => {
        unconfirmed.delete(hint);
        if (kept) sendNext();
        else outbox.put(hint);
      });
    }
  };

  const look = (topic: Topic, content: Uint8Array): boolean => {
    const ids = gate.admit(topic, content);
    if (ids !== null) listeners.tell(topic, ids);
    return ids !== null;
  };

  /** One connection's whole life. Resolves with what ended it, rejects with why it never came to be. */
  const live = async (): Promise<unknown> => {
    const life = new AbortController();
    const open = (): Promise<Session> =>
      openSession({ address, prefetch, wanted: listeners.has, look, signal: life.signal });
    try {
      session = await withDeadline(clock, OPEN_MS, open, stop.signal);
      logger.info('The broker carries hints', { host });
      session.review();
      sendNext();
      return await Promise.race([session.ended, stopped]);
    } finally {
      const last = session;
      session = null;
      if (last !== null) await withDeadline(clock, FAREWELL_MS, last.close).catch(() => {});
      life.abort();
    }
  };

  /**
   * The only place that connects: reconnects armed from several event handlers multiply and eat the broker's
   * connections.
   */
  const run = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stop.signal.aborted) {
      const startedAt = clock.monotonic();
      const reason = await live().catch((thrown: unknown) => thrown);
      if (stop.signal.aborted) return;
      logger.warn('The broker carries no hints for now', { host, reason: wordsOf(reason) });
      if (clock.monotonic() - startedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      await sleep(clock, pauseMs * (1 - random() / 2), stop.signal).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };
  const running = run();

  return {
    publish(topic, ids) {
      if (stop.signal.aborted) return;
      outbox.put({ topic, ids });
      sendNext();
    },
    async subscribe(topic, onHint) {
      const stopHearing = listeners.add(topic, onHint);
      session?.review();
      return async () => {
        stopHearing();
        session?.review();
      };
    },
    connected: () => session !== null,
    refusals: gate.refusals,
    async close() {
      stop.abort();
      await running;
    },
  };
}

/** The address with its heartbeat, and what of it may be shown. */
function readAddress(url: string, heartbeatSeconds: number): { address: string; host: string } {
  const address = URL.parse(url);
  if (address === null || !['amqp:', 'amqps:'].includes(address.protocol) || address.hostname === '') {
    throw new HermesError('INVALID_ARGUMENT', 'The address of the broker is none', {
      layer: 'bus',
      hint: 'Write it as amqp://user:password@host:5672/virtual-host.',
    });
  }
  if (!address.searchParams.has('heartbeat')) {
    address.searchParams.set('heartbeat', String(heartbeatSeconds));
  }
  return { address: address.href, host: address.host };
}

const wordsOf = (reason: unknown): string => {
  const { code, message } = reason as { code?: unknown; message?: unknown };
  return String(message || code || reason);
};
