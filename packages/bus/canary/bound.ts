/** How often something happened. Counts may be fractions, when old ones have faded. */
export interface Tally {
  readonly trials: number;
  readonly faults: number;
}

export const NOTHING: Tally = { trials: 0, faults: 0 };

export const count = ({ trials, faults }: Tally, fault: boolean): Tally => ({
  trials: trials + 1,
  faults: faults + (fault ? 1 : 0),
});

/** Counts, and lets earlier counts fade, so that about the last `memory` trials matter. */
export const countFading = ({ trials, faults }: Tally, fault: boolean, memory: number): Tally =>
  count({ trials: trials * (1 - 1 / memory), faults: faults * (1 - 1 / memory) }, fault);

/** One-sided 95 %. */
const Z = 1.645;

/** The rate that is rarely exceeded, by Wilson's score interval (1927): sound for few trials and rates near 0. */
export function upperBound({ trials, faults }: Tally): number {
  if (trials === 0) return 1;
  const rate = faults / trials;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / trials + (Z * Z) / (4 * trials * trials));
  return Math.min(1, (rate + (Z * Z) / (2 * trials) + spread) / (1 + (Z * Z) / trials));
}
