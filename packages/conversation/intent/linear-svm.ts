import type { Vector } from './vector.ts';

/** One-vs-rest linear separators over sparse vectors. */
export interface LinearModel {
  /** Signed distances, one a class. */
  marginsOf(vector: Vector): Float64Array;
}

const COST = 1;
const EPOCHS = 40;
const TOLERANCE = 0.1;

/**
 * L2-regularised, L1-loss support vector machines by dual coordinate descent (Hsieh et al., ICML 2008, "A Dual
 * Coordinate Descent Method for Large-scale Linear SVM"), without shrinking. The order of visits comes from a fixed
 * generator, so the same examples always give the same model.
 */
export function trainLinear(
  vectors: readonly Vector[],
  labels: Int32Array,
  classes: number,
  dimensions: number,
): LinearModel {
  // [feature][class], so that scoring walks memory in order; the last row is the bias
  const weights = new Float32Array((dimensions + 1) * classes);
  const diagonal = Float64Array.from(vectors, ({ values }) =>
    values.reduce((sum, value) => sum + value * value, 1),
  );
  for (let label = 0; label < classes; label += 1) {
    const own = trainOne(vectors, labels, label, dimensions, diagonal);
    for (let feature = 0; feature <= dimensions; feature += 1)
      weights[feature * classes + label] = own[feature]!;
  }
  return {
    marginsOf({ indices, values }) {
      const margins = new Float64Array(classes);
      const bias = dimensions * classes;
      for (let label = 0; label < classes; label += 1) margins[label] = weights[bias + label]!;
      for (let position = 0; position < indices.length; position += 1) {
        const row = indices[position]! * classes;
        const value = values[position]!;
        for (let label = 0; label < classes; label += 1) margins[label]! += weights[row + label]! * value;
      }
      return margins;
    },
  };
}

function trainOne(
  vectors: readonly Vector[],
  labels: Int32Array,
  label: number,
  dimensions: number,
  diagonal: Float64Array,
): Float64Array {
  const weights = new Float64Array(dimensions + 1);
  const alphas = new Float64Array(vectors.length);
  const order = Int32Array.from(vectors, (_, index) => index);
  const random = generator(label + 1);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    for (const example of order) {
      const { indices, values } = vectors[example]!;
      const sign = labels[example] === label ? 1 : -1;
      let margin = weights[dimensions]!;
      for (let position = 0; position < indices.length; position += 1)
        margin += weights[indices[position]!]! * values[position]!;
      const gradient = sign * margin - 1;
      const alpha = alphas[example]!;
      const projected = alpha <= 0 ? Math.min(gradient, 0) : alpha >= COST ? Math.max(gradient, 0) : gradient;
      highest = Math.max(highest, projected);
      lowest = Math.min(lowest, projected);
      if (Math.abs(projected) < 1e-9) continue;
      const next = Math.min(Math.max(alpha - gradient / diagonal[example]!, 0), COST);
      const step = (next - alpha) * sign;
      alphas[example] = next;
      for (let position = 0; position < indices.length; position += 1)
        weights[indices[position]!]! += step * values[position]!;
      weights[dimensions]! += step;
    }
    if (highest - lowest < TOLERANCE) break;
  }
  return weights;
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random() % (last + 1);
    const kept = order[last]!;
    order[last] = order[other]!;
    order[other] = kept;
  }
}

/** Xorshift32: integers in a fixed order for a seed. */
export function generator(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}
