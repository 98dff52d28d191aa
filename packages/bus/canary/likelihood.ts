/**
 * A sequential test under way: natural logarithms of likelihood ratios, multiplied up observation by observation,
 * as in Wald's (1945), with two additions.
 *
 * What is looked for may begin at any moment, not only at the start. So each is a mixture over when that was: half
 * of it on the first observation, the other half spread over the next `HORIZON`. While nothing is wrong, its mean
 * stays at or below 1 over that time, so the chance that it ever reaches 1/α is at most α, however often one looks
 * (Ville 1939; for beginnings at any moment see e-detectors, Shin, Ramdas and Rinaldo 2022).
 *
 * How bad it is going to be is unknown too. So there are several alternatives, and their mean counts.
 */
export type Likelihood = readonly number[];

const HORIZON = 5_000;
const LATER = Math.log(0.5 / HORIZON);

/** Before any observation. */
export const unweighed = (alternatives: readonly number[]): Likelihood =>
  alternatives.map(() => Math.log(0.5));

/** One more observation, with the logarithm of its likelihood ratio under each alternative. */
export const weigh = (likelihood: Likelihood, logRatios: readonly number[]): Likelihood =>
  likelihood.map((log, index) => addLogs(log, LATER) + logRatios[index]!);

/** The logarithm of the mean over the alternatives. */
export const strengthOf = (likelihood: Likelihood): number =>
  likelihood.reduce(addLogs) - Math.log(likelihood.length);

/** log(eᵃ + eᵇ), where eᵃ alone would not fit a number. */
function addLogs(left: number, right: number): number {
  const high = Math.max(left, right);
  return high + Math.log1p(Math.exp(Math.min(left, right) - high));
}
