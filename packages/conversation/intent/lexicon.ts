import { featuresOf } from './features.ts';

/** A sentence as numbers: which features it has and how often. */
export interface Bag {
  readonly ids: Int32Array;
  readonly counts: Int32Array;
  /** Distinct features of the sentence, those outside the lexicon included. */
  readonly distinct: number;
}

/** Every feature of the training texts, numbered once; the rounds of calibration share it. */
export interface Lexicon {
  readonly size: number;
  bagOf(folded: string): Bag;
}

export function buildLexicon(texts: readonly string[]): {
  readonly lexicon: Lexicon;
  readonly bags: readonly Bag[];
} {
  const numbers = new Map<string, number>();
  const bags = texts.map((text) => {
    const features = featuresOf(text);
    for (const feature of features.keys()) if (!numbers.has(feature)) numbers.set(feature, numbers.size);
    return toBag(features, numbers);
  });
  return { lexicon: { size: numbers.size, bagOf: (folded) => toBag(featuresOf(folded), numbers) }, bags };
}

function toBag(features: ReadonlyMap<string, number>, numbers: ReadonlyMap<string, number>): Bag {
  const ids = new Int32Array(features.size);
  const counts = new Int32Array(features.size);
  let known = 0;
  for (const [feature, count] of features) {
    const id = numbers.get(feature);
    if (id === undefined) continue;
    ids[known] = id;
    counts[known] = count;
    known += 1;
  }
  return { ids: ids.subarray(0, known), counts: counts.subarray(0, known), distinct: features.size };
}
