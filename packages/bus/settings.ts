import { DEFAULT_MINIMUM, type Minimum } from './canary/judge.ts';
import type { BacklogLimits } from './journal/backlog.ts';
import { DEFAULT_IN_FLIGHT, type InFlightLimits } from './journal/in-flight.ts';

export interface BusSettings {
  /** How many executions may be open at a time, over all, for one tenant, for one session. */
  readonly backlog: BacklogLimits;
  /** How many calls may run at a time, of one tool, for one session, for one tenant; the rest waits. */
  readonly inFlight: InFlightLimits;
  /** The largest order, and the largest output of a step. */
  readonly payloadLimitBytes: number;
  /** How long nobody looks at the journal when no hint comes and nothing falls due. */
  readonly pollMs: number;
  /** How long a ready call may wait before the log says that nobody serves it. */
  readonly unservedAfterMs: number;
  /** Fewer requests of an arm than this decide nothing about a canary. */
  readonly canaryMinimum: Minimum;
}

export const DEFAULT_SETTINGS: BusSettings = {
  backlog: { bus: 20_000, tenant: 5_000, session: 200 },
  inFlight: DEFAULT_IN_FLIGHT,
  payloadLimitBytes: 256 * 1_024,
  pollMs: 250,
  unservedAfterMs: 30_000,
  canaryMinimum: DEFAULT_MINIMUM,
};
