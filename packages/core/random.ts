import { randomInt } from 'node:crypto';

/** A number in [0, 1). Injected wherever chance decides (jitter, sampling), so that a test repeats itself. */
export type Random = () => number;

const STEPS = 2 ** 47;

export const systemRandom: Random = () => randomInt(STEPS) / STEPS;
