import type { ToolOutcome } from '../execution/event.ts';
import type { Verdict } from '../execution/transition.ts';
import type { Claim, ClaimRequest } from '../journal/port.ts';

/** What the bus offers a worker. */
export interface WorkSource {
  /** Every `tool@version#hash` ever asked for. */
  routes(): Promise<readonly string[]>;
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Renews the lease. `lost`: another has the call, or it is over; `unwanted`: somebody cancelled. */
  renew(claim: Claim, leaseMs: number): Promise<'held' | 'unwanted' | 'lost'>;
  /** Tells how an attempt ended. Throws `PAYLOAD_TOO_LARGE` for an output the journal does not take. */
  report(claim: Claim, outcome: ToolOutcome): Promise<Verdict>;
  /** Gives an attempt back that the worker cannot finish. */
  handBack(claim: Claim, effect: 'none' | 'maybe'): Promise<void>;
  /** Calls back when there may be something to claim. */
  onWork(onHint: () => void): Promise<() => Promise<void>>;
  /** Calls back with ids of calls that are no longer wanted. */
  onAbort(onHint: (callIds: readonly string[]) => void): Promise<() => Promise<void>>;
}
