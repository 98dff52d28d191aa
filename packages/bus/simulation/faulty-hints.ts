import type { Random } from '@hermes-agent/core';
import type { Topic } from '../transport/port.ts';
import type { Process } from './process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Hints between processes, of which some are lost, some doubled, and any may overtake another. */
export interface FaultyHints {
  publish(topic: Topic, ids: readonly string[]): void;
  subscribe(to: Process, topic: Topic, onHint: (ids: readonly string[]) => void): () => void;
}

const LOST = 0.2;
const DOUBLED = 0.1;
const LATE = 0.05;

export function createFaultyHints(random: Random, time: VirtualTime): FaultyHints {
  const listeners = new Set<{ to: Process; topic: Topic; onHint: (ids: readonly string[]) => void }>();
  const carry = (run: () => void): void => {
    time.after(random() * (random() < LATE ? 8_000 : 20), run);
  };
  return {
    publish(topic, ids) {
      for (const listener of listeners) {
        if (listener.topic !== topic || random() < LOST) continue;
        const tell = (): void => {
          if (listener.to.alive()) listener.onHint(ids);
        };
        carry(tell);
        if (random() < DOUBLED) carry(tell);
      }
    },
    subscribe(to, topic, onHint) {
      const listener = { to, topic, onHint };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
