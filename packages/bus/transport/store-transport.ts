import type { Logger } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { Transport } from './port.ts';

/** The store passes on at most 2 kB; a hint that names nobody in particular is as good. */
const PAYLOAD_LIMIT = 1_800;

/** Hints through the store: within this process on SQLite, between all processes on PostgreSQL. */
export function createStoreTransport(store: Store, logger: Logger): Transport {
  return {
    publish(topic, ids) {
      const payload = JSON.stringify(ids);
      store
        .notify(topic, payload.length > PAYLOAD_LIMIT ? '[]' : payload)
        .catch((thrown: Error) => logger.debug('a hint was lost', { topic, error: thrown.message }));
    },
    subscribe: (topic, onHint) => store.listen(topic, (payload) => onHint(parseIds(payload))),
  };
}

function parseIds(payload: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(payload);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
