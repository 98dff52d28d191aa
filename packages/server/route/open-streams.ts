import { HermesError } from '@hermes-agent/core';
import type { Identity } from '@hermes-agent/runtime';
import type { Limits } from '../limits.ts';

/** Counts open event streams, so that neither all users nor one of them hold more than their share. */
export function createOpenStreams({ streams, streamsOfUser }: Limits) {
  const byUser = new Map<string, number>();
  let open = 0;
  return {
    /** Takes a place; the returned function gives it back. Throws `RATE_LIMITED`. */
    enter({ tenant, subject }: Identity): () => void {
      const user = JSON.stringify([tenant, subject]);
      const mine = byUser.get(user) ?? 0;
      if (open >= streams || mine >= streamsOfUser) {
        throw new HermesError('RATE_LIMITED', `${open} event streams are open, ${mine} of them yours`, {
          layer: 'server',
          hint: 'Close those that are no longer read.',
        });
      }
      open += 1;
      byUser.set(user, mine + 1);
      return () => {
        open -= 1;
        const left = byUser.get(user)! - 1;
        if (left === 0) byUser.delete(user);
        else byUser.set(user, left);
      };
    },
  };
}
