import { generator } from './linear-svm.ts';
import { fitLogistic, type Logistic } from './logistic.ts';
import { NONE, type Sample, type Sight, trainModel } from './model.ts';

/** How margins become a confidence, and when a sentence counts as understood. */
export interface Calibration {
  readonly temperature: number;
  readonly acceptance: Logistic;
  /** At or above: understood. */
  readonly accept: number;
  /** At or above: near enough to ask "did you mean …?". Below: out of scope. */
  readonly plausible: number;
}

const ROUNDS = 5;
const ACCEPT_SHARE = 0.95;
const PLAUSIBLE_SHARE = 0.99;
/** With few and varied examples 95 % reaches down to readings that are mostly wrong: below this it asks. */
const LEAST_SCORE = 0.4;
/** Without anything to fit on: an example's near twin is accepted, what shares little with any is not. */
const UNFITTED: Calibration = {
  temperature: 0.3,
  acceptance: { bias: -3, weights: [0, 0, 0, 4, 3], means: [0, 0, 0, 0, 0], scales: [1, 1, 1, 1, 1] },
  accept: 0.5,
  plausible: 0.3,
};

interface HeldOut {
  readonly sight: Sight;
  /** Place of the true intent among the round's intents; null for one the round never saw, or for none. */
  readonly truth: number | null;
  /** Read as none of the intents: not accepted whatever the threshold. */
  readonly none: boolean;
}

/**
 * Fits everything on the examples themselves, for agents come without a validation set. In each of five rounds a fifth
 * of the intents is held out whole (as what is out of scope) and a fifth of the other examples too. The temperature
 * minimises the log loss of what was in scope; a logistic over `evidenceOf` tells right readings from the rest; the
 * threshold lets through 95 % of the right ones. (Choosing it on the pseudo out-of-scope directly rejects too much.)
 */
export function calibrate(samples: readonly Sample[], size: number): Calibration {
  const heldOut = holdOut(samples, size);
  const inScope = heldOut.filter(({ truth }) => truth !== null);
  if (inScope.length < 10) return UNFITTED;
  const temperature = fitTemperature(inScope);
  const taken = heldOut.filter(({ none }) => !none);
  const points = taken.map(({ sight, truth }) => ({
    evidence: evidenceOf(sight, temperature),
    right: truth !== null && argmax(sight.margins) === truth,
  }));
  const right = points.filter((point) => point.right).length;
  if (right < 10 || points.length - right < 5) return { ...UNFITTED, temperature };
  const acceptance = fitLogistic(
    points.map(({ evidence, right }) => ({ features: evidence, label: right ? 1 : 0 })),
  );
  const scores = points
    .filter((point) => point.right)
    .map(({ evidence }) => acceptance.bias + dot(acceptance, evidence))
    .map(sigmoid)
    .sort((left, right_) => left - right_);
  const quantile = (share: number): number => scores[Math.floor(scores.length * (1 - share))]!;
  return {
    temperature,
    acceptance,
    accept: Math.max(quantile(ACCEPT_SHARE), LEAST_SCORE),
    plausible: quantile(PLAUSIBLE_SHARE),
  };
}

function holdOut(samples: readonly Sample[], size: number): HeldOut[] {
  const intents = [...new Set(samples.map(({ intent }) => intent))].filter((intent) => intent !== NONE);
  const random = generator(7);
  const shuffled = samples.map((sample) => ({ sample, key: random() })).sort((a, b) => a.key - b.key);
  const heldOut: HeldOut[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const away = new Set(intents.length < 3 ? [] : intents.filter((_, index) => index % ROUNDS === round));
    const known = shuffled.filter(({ sample }) => !away.has(sample.intent)).map(({ sample }) => sample);
    const test = known.filter((_, index) => index % ROUNDS === round);
    const model = trainModel(
      known.filter((_, index) => index % ROUNDS !== round),
      size,
    );
    if (model.intents.length === 0) continue;
    const none = model.intents.indexOf(NONE);
    for (const { bag, intent } of [...test, ...samples.filter((sample) => away.has(sample.intent))]) {
      const truth = intent === NONE || away.has(intent) ? -1 : model.intents.indexOf(intent);
      const sight = model.see(bag);
      heldOut.push({ sight, truth: truth < 0 ? null : truth, none: argmax(sight.margins) === none });
    }
  }
  return heldOut;
}

/** Golden-section search over the logarithm of the temperature. */
function fitTemperature(inScope: readonly HeldOut[]): number {
  const loss = (logarithm: number): number => {
    const temperature = Math.exp(logarithm);
    let sum = 0;
    for (const { sight, truth } of inScope) sum += logLoss(sight.margins, truth!, temperature);
    return sum;
  };
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(0.02), Math.log(5)];
  for (let step = 0; step < 30; step += 1) {
    const left = high - ratio * (high - low);
    const right = low + ratio * (high - low);
    if (loss(left) < loss(right)) high = right;
    else low = left;
  }
  return Math.exp((low + high) / 2);
}

function logLoss(margins: Float64Array, truth: number, temperature: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const margin of margins) if (margin > highest) highest = margin;
  let sum = 0;
  for (const margin of margins) sum += Math.exp((margin - highest) / temperature);
  return Math.log(sum) - (margins[truth]! - highest) / temperature;
}

/** [confidence, top margin, gap to the second, similarity to the nearest example, coverage]. */
export function evidenceOf(sight: Sight, temperature: number): number[] {
  const probabilities = softmax(sight.margins, temperature);
  const [best, second] = topTwo(sight.margins);
  return [
    probabilities[best]!,
    sight.margins[best]!,
    second === null ? 1 : sight.margins[best]! - sight.margins[second]!,
    sight.similarity,
    sight.coverage,
  ];
}

export function softmax(margins: Float64Array, temperature: number): Float64Array {
  const highest = margins.reduce((best, margin) => Math.max(best, margin), Number.NEGATIVE_INFINITY);
  const powers = margins.map((margin) => Math.exp((margin - highest) / temperature));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

export const score = ({ acceptance }: Calibration, evidence: readonly number[]): number =>
  sigmoid(acceptance.bias + dot(acceptance, evidence));

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

const dot = ({ weights, means, scales }: Logistic, features: readonly number[]): number =>
  features.reduce(
    (sum, feature, index) => sum + (weights[index]! * (feature - means[index]!)) / scales[index]!,
    0,
  );

const argmax = (margins: Float64Array): number => topTwo(margins)[0];

function topTwo(margins: Float64Array): [number, number | null] {
  let best = 0;
  let second: number | null = null;
  for (let index = 1; index < margins.length; index += 1) {
    if (margins[index]! > margins[best]!) {
      second = best;
      best = index;
    } else if (second === null || margins[index]! > margins[second]!) {
      second = index;
    }
  }
  return [best, second];
}
