import type { Bag } from './lexicon.ts';
import { trainLinear } from './linear-svm.ts';
import { nearestAmong } from './nearness.ts';
import { createWeigher } from './vector.ts';

export interface Example {
  readonly text: string;
  readonly intent: string;
}

/** What belongs to no intent is learned under this name. */
export const NONE = '';

export interface Sample {
  readonly bag: Bag;
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
  see(bag: Bag): Sight;
}

/** Trains on bags of a lexicon with `size` features. Intents are numbered in the order they first appear. */
export function trainModel(samples: readonly Sample[], size: number): Model {
  const intents = [...new Set(samples.map(({ intent }) => intent))];
  const number = new Map(intents.map((intent, index) => [intent, index]));
  const weigh = createWeigher(
    samples.map(({ bag }) => bag),
    size,
  );
  const vectors = samples.map(({ bag }) => weigh(bag));
  const labels = Int32Array.from(samples, ({ intent }) => number.get(intent)!);
  const linear = trainLinear(vectors, labels, intents.length, size);
  const nearness = nearestAmong(vectors);
  return {
    intents,
    see(bag) {
      const vector = weigh(bag);
      return {
        margins: linear.marginsOf(vector),
        similarity: nearness(vector),
        coverage: vector.coverage,
      };
    },
  };
}
