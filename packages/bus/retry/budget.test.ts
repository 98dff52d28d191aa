import { expect, test } from 'vitest';
import { earn, fullBudget, mayRetry, type RetryBudget, spend } from './budget.ts';

/** First attempts all at once, each followed by as many retries as are allowed. */
function retriesOf(calls: number, from: RetryBudget, now: number): number {
  let budget = from;
  let retries = 0;
  for (let call = 0; call < calls; call += 1) {
    budget = earn(budget, now);
    for (let attempt = 0; attempt < 2 && mayRetry(budget, now); attempt += 1) {
      budget = spend(budget, now);
      retries += 1;
    }
  }
  return retries;
}

test('a few calls have all their retries', () => {
  expect(retriesOf(5, fullBudget(0), 0)).toBe(10);
});

test('of many, a tenth', () => {
  const retries = retriesOf(10_000, fullBudget(0), 0);
  expect(retries).toBeGreaterThan(990);
  expect(retries).toBeLessThan(1_020);
});

test('a tool that is rarely called gets some back with time, and a clock set back takes none', () => {
  const spent = Array.from({ length: 10 }).reduce<RetryBudget>(
    (budget) => spend(budget, 1_000),
    fullBudget(1_000),
  );
  expect(mayRetry(spent, 2_900)).toBe(false);
  expect(mayRetry(spent, 3_000)).toBe(true);
  expect(mayRetry(spend(fullBudget(1_000), 500), 0)).toBe(true);
});
