import type { Order } from '../order/order.ts';

/** An attempt may use this part of its call's budget; the rest is for cleaning up and for the answer's way back. */
export const ATTEMPT_SHARE = 0.6;

const DISPLAY_MARGIN_MS = 2_000;
const USEFUL_ATTEMPT_MS = 200;
const USEFUL_SHARE = 0.1;

/** An attempt's limit: the tool's own, 0.6 of the budget, or what remains, whichever is least. In milliseconds. */
export const attemptLimitMs = (
  budgetMs: number,
  remainingMs: number,
  ownLimitMs = Number.POSITIVE_INFINITY,
): number => Math.max(1, Math.floor(Math.min(ownLimitMs, ATTEMPT_SHARE * budgetMs, remainingMs)));

/** Whether, after a pause, enough of the budget is left for an attempt that may still come to something. */
export const attemptFits = (budgetMs: number, remainingMs: number, pauseMs: number): boolean =>
  remainingMs - pauseMs >= Math.max(USEFUL_ATTEMPT_MS, USEFUL_SHARE * budgetMs);

/** When the user must have heard something, in milliseconds after the submission: the backstop for a silent bus. */
export const displayTimeoutMs = (order: Pick<Order, 'steps'>): number =>
  order.steps.reduce((total, { timeoutMs }) => total + timeoutMs, DISPLAY_MARGIN_MS);
