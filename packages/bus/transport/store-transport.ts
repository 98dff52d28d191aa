import type { Logger } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import { createHintGate, encodeHint, type HintRefusals } from './hint.ts';
import { createListeners } from './listeners.ts';
import { createOutbox, type WaitingHint } from './outbox.ts';
import type { Topic, Transport } from './port.ts';

/** Hints take connections that commits need; so few at a time. */
const SENDING_LIMIT = 4;

export interface StoreTransport extends Transport {
  refusals(): HintRefusals;
}

/** Hints through the store: within this process on SQLite, between all processes on PostgreSQL. */
export function createStoreTransport(store: Store, logger: Logger): StoreTransport {
  const listeners = createListeners(logger);
  const gate = createHintGate(logger);
  const outbox = createOutbox();
  /** The store is listened to once for each topic, from its first listener on and until it closes. */
  const hearing = new Map<Topic, Promise<unknown>>();
  let sending = 0;

  const send = async ({ topic, ids }: WaitingHint): Promise<void> => {
    sending += 1;
    try {
      await store.notify(topic, encodeHint(ids));
    } catch (thrown) {
      logger.debug('a hint was lost', { topic, error: (thrown as Error).message });
    }
    sending -= 1;
    sendNext();
  };
  const sendNext = (): void => {
    while (sending < SENDING_LIMIT) {
      const hint = outbox.take();
      if (hint === null) return;
      void send(hint);
    }
  };
  const hear = (topic: Topic): Promise<unknown> => {
    const heard = hearing.get(topic);
    if (heard !== undefined) return heard;
    const begun = store.listen(topic, (payload) => {
      const ids = gate.admit(topic, Buffer.from(payload));
      if (ids !== null) listeners.tell(topic, ids);
    });
    hearing.set(topic, begun);
    begun.catch(() => hearing.delete(topic));
    return begun;
  };

  return {
    publish(topic, ids) {
      outbox.put({ topic, ids });
      sendNext();
    },
    async subscribe(topic, onHint) {
      await hear(topic);
      const stop = listeners.add(topic, onHint);
      return async () => stop();
    },
    refusals: gate.refusals,
  };
}
