import type { Clock, Logger } from '@hermes-agent/core';
import type { Hermes } from '@hermes-agent/runtime';
import type { Limits } from './limits.ts';

export type Readiness = 'starting' | 'ready' | 'failed' | 'draining';

/** What every route stands on. */
export interface ServerContext {
  readonly hermes: Hermes;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: Limits;
  /** Names this very process, so that a client can tell it from a later one on the same port. */
  readonly instance: string;
  readonly readiness: () => Readiness;
  /** Aborts when the server begins to stop. */
  readonly closing: AbortSignal;
}
