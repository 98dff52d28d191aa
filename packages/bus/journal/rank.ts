import type { Priority } from '../order/order.ts';

/** How long one priority is let past by the next higher one, in milliseconds. */
const PATIENCE_MS: Readonly<Record<Priority, number>> = { high: 0, normal: 30_000, low: 120_000 };

/**
 * The order in which ready calls are taken: the time they became ready, put back by their priority. High goes
 * first, and what has waited for its patience goes before anything newer: age wins in the end, so nothing
 * starves (M12).
 */
export const rankOf = (priority: Priority, readyAt: number): number => readyAt + PATIENCE_MS[priority];
