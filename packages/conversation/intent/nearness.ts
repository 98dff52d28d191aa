import type { Bag } from './lexicon.ts';
import { createWeigher, type Vector } from './vector.ts';

interface Posting {
  readonly documents: number[];
  readonly values: number[];
}

/** Sparse: a round of calibration knows only part of the lexicon. */
type Postings = ReadonlyMap<number, Posting>;

function invert(vectors: readonly Vector[]): Postings {
  const postings = new Map<number, Posting>();
  vectors.forEach(({ indices, values }, document) => {
    for (let position = 0; position < indices.length; position += 1) {
      const feature = indices[position]!;
      const posting = postings.get(feature);
      if (posting === undefined) {
        postings.set(feature, { documents: [document], values: [values[position]!] });
      } else {
        posting.documents.push(document);
        posting.values.push(values[position]!);
      }
    }
  });
  return postings;
}

/** Cosine to the nearest of some vectors, 0..1. */
export function nearestAmong(vectors: readonly Vector[]): (vector: Vector) => number {
  const postings = invert(vectors);
  return (vector) => nearest(vector, postings, vectors.length);
}

/** The same for bags that stand alone. */
export function nearestTo(bags: readonly Bag[], size: number): (bag: Bag) => number {
  const weigh = createWeigher(bags, size);
  const nearness = nearestAmong(bags.map(weigh));
  return (bag) => nearness(weigh(bag));
}

function nearest({ indices, values }: Vector, postings: Postings, documents: number): number {
  const cosines = new Float32Array(documents);
  let best = 0;
  for (let position = 0; position < indices.length; position += 1) {
    const list = postings.get(indices[position]!);
    if (list === undefined) continue;
    for (let entry = 0; entry < list.documents.length; entry += 1) {
      const document = list.documents[entry]!;
      const cosine = cosines[document]! + values[position]! * list.values[entry]!;
      cosines[document] = cosine;
      if (cosine > best) best = cosine;
    }
  }
  return Math.min(best, 1);
}
