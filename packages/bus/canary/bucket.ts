import { createHash } from 'node:crypto';

/** Weights are basis points: of 10,000 requests so many. */
export const WHOLE = 10_000;

/**
 * Where a request falls among 10,000 buckets: the first 48 bits of SHA-256 of its id. A function of the id alone,
 * so every process, retry and restart agrees, and whoever is a canary at 5 % still is at 25 %.
 */
export const bucketOf = (requestId: string): number =>
  createHash('sha256').update(requestId).digest().readUIntBE(0, 6) % WHOLE;
