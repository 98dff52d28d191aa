import type { Bag } from './lexicon.ts';

/** A unit vector with few entries. */
export interface Vector {
  readonly indices: Int32Array;
  readonly values: Float32Array;
  /** Share of the sentence's features that were seen in training, 0..1. */
  readonly coverage: number;
}

/**
 * TF-IDF: logarithmic counts times inverse document frequency, brought to length 1. What stands in no training bag has
 * no weight and counts as unseen.
 */
export function createWeigher(training: readonly Bag[], size: number): (bag: Bag) => Vector {
  const documents = new Int32Array(size);
  for (const { ids } of training) for (const id of ids) documents[id]! += 1;
  const weights = Float64Array.from(documents, (count) =>
    count === 0 ? 0 : Math.log((1 + training.length) / (1 + count)) + 1,
  );
  return ({ ids, counts, distinct }) => {
    const indices = new Int32Array(ids.length);
    const values = new Float32Array(ids.length);
    let used = 0;
    let squares = 0;
    for (let position = 0; position < ids.length; position += 1) {
      const weight = weights[ids[position]!]!;
      if (weight === 0) continue;
      const value = (1 + Math.log(counts[position]!)) * weight;
      indices[used] = ids[position]!;
      values[used] = value;
      squares += value * value;
      used += 1;
    }
    const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    for (let position = 0; position < used; position += 1) values[position]! *= scale;
    return {
      indices: indices.subarray(0, used),
      values: values.subarray(0, used),
      coverage: distinct === 0 ? 0 : used / distinct,
    };
  };
}
