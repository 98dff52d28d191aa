/**
 * How long the stable version takes, and from when on an answer is slow. What is compared later is how often each
 * arm is slow, never a mean: one answer of ten minutes counts like one of two seconds, and no shape of distribution
 * is assumed (a quantile test).
 */
export interface Pace {
  /** The latest times, in milliseconds, oldest first. */
  readonly latest: readonly number[];
  /** Times since the limit was last set. */
  readonly unseen: number;
  /** Slow is what takes longer; null while too little is known. */
  readonly slowAboveMs: number | null;
}

export const UNPACED: Pace = { latest: [], unseen: 0, slowAboveMs: null };

const WINDOW = 100;
const SET_EVERY = 25;
const QUANTILE = 0.95;
const FACTOR = 1.5;
/** Nobody notices less. */
const NOTICEABLE_MS = 50;

/** The pace after one more successful answer of the stable version. */
export function paced({ latest, unseen, slowAboveMs }: Pace, tookMs: number): Pace {
  const window = [...latest.slice(latest.length >= WINDOW ? 1 : 0), tookMs];
  if (window.length < WINDOW / 2 || unseen + 1 < SET_EVERY) {
    return { latest: window, unseen: unseen + 1, slowAboveMs };
  }
  const quantile = window.toSorted((left, right) => left - right)[Math.floor(window.length * QUANTILE)]!;
  return {
    latest: window,
    unseen: 0,
    slowAboveMs: Math.max(quantile * FACTOR, quantile + NOTICEABLE_MS),
  };
}
