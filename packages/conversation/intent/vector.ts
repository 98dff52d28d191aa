import { featuresOf } from './features.ts';

/** A unit vector with few entries. */
export interface Vector {
  readonly indices: Int32Array;
  readonly values: Float32Array;
  /** Share of the sentence's features that were seen in training, 0..1. */
  readonly coverage: number;
}

/** TF-IDF: logarithmic counts times inverse document frequency, brought to length 1. */
export interface Vocabulary {
  readonly size: number;
  vectorOf(folded: string): Vector;
}

export function buildVocabulary(texts: readonly string[]): Vocabulary {
  const index = new Map<string, number>();
  const documents: number[] = [];
  for (const text of texts) {
    for (const feature of featuresOf(text).keys()) {
      const known = index.get(feature);
      if (known === undefined) {
        index.set(feature, documents.length);
        documents.push(1);
      } else {
        documents[known]! += 1;
      }
    }
  }
  const weights = Float64Array.from(documents, (count) => Math.log((1 + texts.length) / (1 + count)) + 1);
  return {
    size: documents.length,
    vectorOf(folded) {
      const features = featuresOf(folded);
      const indices = new Int32Array(features.size);
      const values = new Float32Array(features.size);
      let used = 0;
      let squares = 0;
      for (const [feature, count] of features) {
        const known = index.get(feature);
        if (known === undefined) continue;
        const value = (1 + Math.log(count)) * weights[known]!;
        indices[used] = known;
        values[used] = value;
        squares += value * value;
        used += 1;
      }
      const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
      for (let position = 0; position < used; position += 1) values[position]! *= scale;
      return {
        indices: indices.subarray(0, used),
        values: values.subarray(0, used),
        coverage: features.size === 0 ? 0 : used / features.size,
      };
    },
  };
}
