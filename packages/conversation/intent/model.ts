import { type LinearModel, trainLinear } from './linear-svm.ts';
import { buildVocabulary, type Vector, type Vocabulary } from './vector.ts';

export interface Example {
  readonly text: string;
  readonly intent: string;
}

/** What a trained model sees in one sentence, before any calibration. */
export interface Sight {
  readonly margins: Float64Array;
  /** Cosine to the nearest training example, 0..1. */
  readonly similarity: number;
  readonly coverage: number;
}

export interface Model {
  readonly intents: readonly string[];
  see(folded: string): Sight;
}

/** Trains on texts already folded and masked. Intents are numbered in the order they first appear. */
export function trainModel(examples: readonly Example[]): Model {
  const intents = [...new Set(examples.map(({ intent }) => intent))];
  const number = new Map(intents.map((intent, index) => [intent, index]));
  const vocabulary: Vocabulary = buildVocabulary(examples.map(({ text }) => text));
  const vectors = examples.map(({ text }) => vocabulary.vectorOf(text));
  const labels = Int32Array.from(examples, ({ intent }) => number.get(intent)!);
  const linear: LinearModel = trainLinear(vectors, labels, intents.length, vocabulary.size);
  const postings = invert(vectors, vocabulary.size);
  return {
    intents,
    see(folded) {
      const vector = vocabulary.vectorOf(folded);
      return {
        margins: linear.marginsOf(vector),
        similarity: nearest(vector, postings, examples.length),
        coverage: vector.coverage,
      };
    },
  };
}

type Postings = readonly { readonly documents: number[]; readonly values: number[] }[];

function invert(vectors: readonly Vector[], size: number): Postings {
  const postings = Array.from({ length: size }, () => ({
    documents: [] as number[],
    values: [] as number[],
  }));
  vectors.forEach(({ indices, values }, document) => {
    indices.forEach((feature, position) => {
      postings[feature]!.documents.push(document);
      postings[feature]!.values.push(values[position]!);
    });
  });
  return postings;
}

function nearest({ indices, values }: Vector, postings: Postings, documents: number): number {
  const cosines = new Float32Array(documents);
  let best = 0;
  for (let position = 0; position < indices.length; position += 1) {
    const list = postings[indices[position]!]!;
    for (let entry = 0; entry < list.documents.length; entry += 1) {
      const document = list.documents[entry]!;
      const cosine = cosines[document]! + values[position]! * list.values[entry]!;
      cosines[document] = cosine;
      if (cosine > best) best = cosine;
    }
  }
  return Math.min(best, 1);
}
