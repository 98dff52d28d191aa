import type { Priority } from '../order/order.ts';

/** How long one priority is let past by the next higher one, in milliseconds. */
const PATIENCE_MS: Readonly<Record<Priority, number>> = { high: 0, normal: 30_000, low: 120_000 };

/** How far back each open request of its session puts a new one, and at most; less than any priority is worth. */
const BEHIND_MS = 100;
const BEHIND_LIMIT_MS = 20_000;

/**
 * The order in which ready calls are taken: the time they became ready, put back by their priority. High goes
 * first, and what has waited for its patience goes before anything newer: age wins in the end, so nothing
 * starves (M12). A session that asks for much stands behind itself: `behind` counts its requests that were open
 * when this one came, so that another session's few are not queued behind all of them (start-time fair queueing,
 * Goyal and others, 1996).
 */
export const rankOf = (priority: Priority, readyAt: number, behind = 0): number =>
  readyAt + PATIENCE_MS[priority] + Math.min(behind * BEHIND_MS, BEHIND_LIMIT_MS);
