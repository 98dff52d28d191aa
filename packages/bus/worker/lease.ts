import type { Clock, Logger } from '@hermes-agent/core';
import type { Claim } from '../journal/port.ts';
import { breakOffError } from './attempt.ts';
import type { WorkSource } from './source.ts';

/** A worker's hold on one call. */
export interface Lease {
  /** Asks the journal now whether the call is still this worker's and still wanted. */
  ask(): void;
  release(): void;
}

/** Renews a claim at each third of its lease; breaks the attempt off when the call is lost or no longer wanted. */
export function keepLease(
  work: Pick<WorkSource, 'renew'>,
  claim: Claim,
  { leaseMs, clock, logger }: { readonly leaseMs: number; readonly clock: Clock; readonly logger: Logger },
  breakOff: (reason: Error) => void,
): Lease {
  let released = false;
  let cancelTimer = (): void => {};
  const renew = async (): Promise<void> => {
    const standing = await work.renew(claim, leaseMs);
    if (standing !== 'held' && !released) breakOff(breakOffError(standing));
  };
  const ask = (): void => {
    cancelTimer();
    renew()
      .catch((thrown: Error) =>
        logger.warn('a lease could not be renewed', { request_id: claim.call.id, error: thrown.message }),
      )
      .finally(arm);
  };
  const arm = (): void => {
    cancelTimer();
    if (!released) cancelTimer = clock.after(leaseMs / 3, ask);
  };
  arm();
  return {
    ask,
    release() {
      released = true;
      cancelTimer();
    },
  };
}
