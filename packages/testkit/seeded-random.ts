import type { Ids, Random } from '@hermes-agent/core';
import { deriveId } from '@hermes-agent/core';

/** Mulberry32: small, fast, the same everywhere for the same seed. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Ids that a test can foresee: the n-th id of a name is always the same. */
export function createSequentialIds(name = 'test'): Ids {
  let count = 0;
  return {
    next() {
      count += 1;
      return deriveId(name, String(count));
    },
  };
}
