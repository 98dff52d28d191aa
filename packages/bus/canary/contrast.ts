import { type Likelihood, unweighed, weigh } from './likelihood.ts';

/** How many times as often as the stable version the candidate might fail. */
const RATIOS = [3, 10];

/**
 * Whose are the faults? A test over faults alone, of both arms in the order they come. When both arms fail alike, a
 * fault is the candidate's with the probability of its share of the traffic, *whatever the rate of faults is at the
 * moment*. An outage of what both call therefore moves nothing here, and no rate has to be estimated.
 */
export const NO_CONTRAST: Likelihood = unweighed(RATIOS);

/** What one more fault makes of it. `share` is the candidate's part of the traffic, between 0 and 1. */
export const contrast = (likelihood: Likelihood, ofCandidate: boolean, share: number): Likelihood =>
  weigh(
    likelihood,
    RATIOS.map((ratio) => {
      const worse = (ratio * share) / (ratio * share + 1 - share);
      return Math.log(ofCandidate ? worse / share : (1 - worse) / (1 - share));
    }),
  );
