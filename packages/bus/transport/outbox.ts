import { hintBatches } from './hint.ts';
import { TOPICS, type Topic } from './port.ts';

/** Each topic keeps at most so many ids. */
const LIMIT = 1_000;

export interface WaitingHint {
  readonly topic: Topic;
  /** Empty: it names nobody in particular. */
  readonly ids: readonly string[];
}

/**
 * Hints that wait to be sent. An id waits once, however often it was told; past the limit all of a topic's ids
 * become one hint that names nobody in particular, so that an outage of any length takes the same memory.
 */
export interface Outbox {
  put(hint: WaitingHint): void;
  /** The next to send, no longer waiting; null when none does. */
  take(): WaitingHint | null;
}

export function createOutbox(): Outbox {
  const waiting: Record<Topic, { readonly ids: Set<string>; unnamed: boolean }> = {
    agent_aborts: { ids: new Set(), unnamed: false },
    agent_requests: { ids: new Set(), unnamed: false },
    agent_results: { ids: new Set(), unnamed: false },
  };
  return {
    put({ topic, ids }) {
      const all = waiting[topic];
      if (ids.length === 0) all.unnamed = true;
      for (const id of all.unnamed ? [] : ids) all.ids.add(id);
      if (all.ids.size > LIMIT) all.unnamed = true;
      if (all.unnamed) all.ids.clear();
    },
    take() {
      for (const topic of TOPICS) {
        const all = waiting[topic];
        if (all.unnamed) {
          all.unnamed = false;
          return { topic, ids: [] };
        }
        for (const ids of hintBatches(all.ids)) {
          for (const id of ids) all.ids.delete(id);
          return { topic, ids };
        }
      }
      return null;
    },
  };
}
