/** A logistic regression over standardised features. */
export interface Logistic {
  readonly bias: number;
  readonly weights: readonly number[];
  readonly means: readonly number[];
  readonly scales: readonly number[];
}

export interface LabelledPoint {
  readonly features: readonly number[];
  readonly label: 0 | 1;
}

const STEPS = 200;
const RATE = 1;
const SHRINK = 1e-3;

/** Fits by plain gradient descent, both classes weighing the same; deterministic. Never empty. */
export function fitLogistic(points: readonly LabelledPoint[]): Logistic {
  const size = points[0]!.features.length;
  const means = column(size, (index) => mean(points.map(({ features }) => features[index]!)));
  const scales = column(size, (index) => {
    const spread = Math.sqrt(mean(points.map(({ features }) => (features[index]! - means[index]!) ** 2)));
    return spread > 1e-9 ? spread : 1;
  });
  const positives = points.filter(({ label }) => label === 1).length;
  const classWeight = [0.5 / Math.max(1, points.length - positives), 0.5 / Math.max(1, positives)];
  const rows = points.map(({ features, label }) => ({
    standard: features.map((feature, index) => (feature - means[index]!) / scales[index]!),
    label,
  }));
  const weights = column(size, () => 0);
  let bias = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const slope = column(size, (index) => weights[index]! * SHRINK);
    let biasSlope = 0;
    for (const { standard, label } of rows) {
      let sum = bias;
      for (let index = 0; index < size; index += 1) sum += weights[index]! * standard[index]!;
      const error = (1 / (1 + Math.exp(-sum)) - label) * classWeight[label]!;
      for (let index = 0; index < size; index += 1) slope[index]! += error * standard[index]!;
      biasSlope += error;
    }
    for (let index = 0; index < size; index += 1) weights[index]! -= RATE * slope[index]!;
    bias -= RATE * biasSlope;
  }
  return { bias, weights, means, scales };
}

const column = (size: number, value: (index: number) => number): number[] =>
  Array.from({ length: size }, (_, index) => value(index));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
