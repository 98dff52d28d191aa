/**
 * How many retries a tool may still be sent: first attempts put a tenth of a retry in, each retry takes one out,
 * so that retries add a tenth to the traffic and no more (Finagle's RetryBudget). A little comes in with time, for
 * tools that are called too rarely to earn any. Times are milliseconds since the epoch.
 *
 * Each process keeps its own: a tenth of each one's traffic is a tenth of all of it.
 */
export interface RetryBudget {
  readonly retries: number;
  readonly at: number;
}

const SHARE = 0.1;
const PER_SECOND = 0.5;
const MOST = 10;

export const fullBudget = (now: number): RetryBudget => ({ retries: MOST, at: now });

const aged = ({ retries, at }: RetryBudget, now: number): number =>
  Math.min(MOST, retries + (Math.max(0, now - at) / 1_000) * PER_SECOND);

export const earn = (budget: RetryBudget, now: number): RetryBudget => ({
  retries: Math.min(MOST, aged(budget, now) + SHARE),
  at: now,
});

export const spend = (budget: RetryBudget, now: number): RetryBudget => ({
  retries: Math.max(0, aged(budget, now) - 1),
  at: now,
});

export const mayRetry = (budget: RetryBudget, now: number): boolean => aged(budget, now) >= 1;
