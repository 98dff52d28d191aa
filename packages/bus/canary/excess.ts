import { type Likelihood, weigh } from './likelihood.ts';

/**
 * Is the candidate's fault rate above `bound`? What one more of its trials makes of it; `bound` must not depend on
 * that trial. An alternative is the share of the trials within the bound that would go wrong too.
 */
export const exceed = (
  likelihood: Likelihood,
  fault: boolean,
  bound: number,
  alternatives: readonly number[],
): Likelihood =>
  weigh(
    likelihood,
    alternatives.map((excess) => {
      const worse = bound + excess * (1 - bound);
      return Math.log(fault ? worse / bound : (1 - worse) / (1 - bound));
    }),
  );
