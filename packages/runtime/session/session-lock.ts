import { HermesError } from '@hermes-agent/core';
import { createTurnstile, type Turnstile } from '@hermes-agent/store';

/** Turns that may wait for one session; a person does not type more, so the rest is refused. */
const WAITING_LIMIT = 32;

/**
 * Lets one piece of work at a time at each session, in order. This is for order and economy within a process;
 * between processes the row's version decides.
 */
export function createSessionLock(): <T>(sessionId: string, work: () => Promise<T>) => Promise<T> {
  const held = new Map<string, { readonly pass: Turnstile; waiting: number }>();
  return async (sessionId, work) => {
    const lock = held.get(sessionId) ?? { pass: createTurnstile(), waiting: 0 };
    if (lock.waiting >= WAITING_LIMIT) {
      throw new HermesError('BUS_FULL', `${WAITING_LIMIT} turns of this session are waiting already`, {
        layer: 'runtime',
        hint: 'Wait for the earlier turns to be answered.',
      });
    }
    lock.waiting += 1;
    held.set(sessionId, lock);
    try {
      return await lock.pass(work);
    } finally {
      lock.waiting -= 1;
      if (lock.waiting === 0) held.delete(sessionId);
    }
  };
}
