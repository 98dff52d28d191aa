import { createSeededRandom } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketOf, WHOLE } from './bucket.ts';

test('an id always falls into the same of 10,000 buckets', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const bucket = bucketOf(id);
      expect(bucket).toBe(bucketOf(id));
      expect(bucket).toBeGreaterThanOrEqual(0);
      expect(bucket).toBeLessThan(WHOLE);
    }),
  );
  expect(bucketOf('01979b3e-0000-8000-8000-000000000000')).toBe(5_211);
});

test('buckets fill evenly, so that 500 of them are 5 % of the requests', () => {
  const random = createSeededRandom(1);
  const requests = 20_000;
  const below = Array.from({ length: requests }, () => bucketOf(String(random()))).filter(
    (bucket) => bucket < 500,
  );
  // Four standard deviations of a binomial: 1,000 ± 123.
  expect(Math.abs(below.length - requests * 0.05)).toBeLessThan(123);
});
