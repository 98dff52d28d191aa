import type { Logger } from '@hermes-agent/core';
import type { Topic } from './port.ts';

export type OnHint = (ids: readonly string[]) => void;

/** Who listens in this process. */
export interface Listeners {
  /** Returns the function that stops the hearing. */
  add(topic: Topic, onHint: OnHint): () => void;
  has(topic: Topic): boolean;
  /** A listener that throws keeps nobody else from hearing. */
  tell(topic: Topic, ids: readonly string[]): void;
}

export function createListeners(logger: Logger): Listeners {
  const listeners = new Map<Topic, Set<{ readonly onHint: OnHint }>>();
  const of = (topic: Topic) => listeners.get(topic) ?? new Set();
  return {
    add(topic, onHint) {
      const listener = { onHint };
      listeners.set(topic, of(topic).add(listener));
      return () => void of(topic).delete(listener);
    },
    has: (topic) => of(topic).size > 0,
    tell(topic, ids) {
      for (const { onHint } of of(topic)) {
        try {
          onHint(ids);
        } catch (thrown) {
          logger.error('a hint could not be followed', { topic, error: String(thrown) });
        }
      }
    },
  };
}
