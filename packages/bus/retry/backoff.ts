import { createHash } from 'node:crypto';
import type { RetryPolicy } from '../order/order.ts';

/** 1 s, 2 s, 4 s: what the text asks of `SERVICE_UNAVAILABLE`. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxAttempts: 3,
  initialMs: 1_000,
  multiplier: 2,
  maxMs: 4_000,
  jitter: 0.2,
};

/**
 * The pause after the `attempt`-th attempt, in milliseconds: exponential, at most `maxMs`, stretched by jitter,
 * never shorter than what the other side asked for.
 *
 * The jitter is a digest of call and attempt: as good as chance at spreading callers out, and the same when a
 * history is replayed.
 */
export function backOffMs(policy: RetryPolicy, callId: string, attempt: number, retryAfterMs = 0): number {
  const plain = Math.min(policy.maxMs, policy.initialMs * policy.multiplier ** (attempt - 1));
  const stretched = plain * (1 + policy.jitter * spread(`${callId}#${attempt}`));
  return Math.ceil(Math.max(stretched, retryAfterMs));
}

/** A number in [0, 1) that `seed` decides. */
const spread = (seed: string): number => createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
