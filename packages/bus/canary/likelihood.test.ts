import { createSeededRandom } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { contrast, NO_CONTRAST } from './contrast.ts';
import { exceed } from './excess.ts';
import { strengthOf, unweighed } from './likelihood.ts';

const ALTERNATIVES = [0.03, 0.1, 0.4];

test('under a rate equal to the bound odds of 20 to 1 are reached once in 20 times at most', () => {
  let reached = 0;
  for (let seed = 1; seed <= 500; seed += 1) {
    const random = createSeededRandom(seed);
    let likelihood = unweighed(ALTERNATIVES);
    for (let trial = 0; trial < 1_000; trial += 1) {
      likelihood = exceed(likelihood, random() < 0.05, 0.05, ALTERNATIVES);
      if (strengthOf(likelihood) < Math.log(20)) continue;
      reached += 1;
      break;
    }
  }
  expect(reached / 500).toBeLessThanOrEqual(0.05);
});

test('a rise is found at the start and after a long quiet time alike', () => {
  for (const quiet of [0, 3_000]) {
    const random = createSeededRandom(7);
    let likelihood = unweighed(ALTERNATIVES);
    for (let trial = 0; trial < quiet; trial += 1)
      likelihood = exceed(likelihood, random() < 0.01, 0.02, ALTERNATIVES);
    expect(strengthOf(likelihood)).toBeLessThan(Math.log(20));
    let trials = 0;
    while (strengthOf(likelihood) < Math.log(20)) {
      likelihood = exceed(likelihood, random() < 0.3, 0.02, ALTERNATIVES);
      trials += 1;
    }
    expect(trials).toBeLessThan(40);
  }
});

test('faults shared out by traffic say nothing; those of one arm say whose they are', () => {
  const play = (ofCandidate: (random: () => number) => boolean): number => {
    const random = createSeededRandom(3);
    let likelihood = NO_CONTRAST;
    for (let fault = 0; fault < 300; fault += 1) likelihood = contrast(likelihood, ofCandidate(random), 0.05);
    return strengthOf(likelihood);
  };
  expect(play((random) => random() < 0.05)).toBeLessThan(0);
  expect(play((random) => random() < 0.5)).toBeGreaterThan(Math.log(100));
});

test('no number of observations overflows', () => {
  let likelihood = NO_CONTRAST;
  for (let fault = 0; fault < 100_000; fault += 1) likelihood = contrast(likelihood, true, 0.05);
  expect(Number.isFinite(strengthOf(likelihood))).toBe(true);
});
