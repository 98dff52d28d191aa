import { expect, test } from 'vitest';
import { admit, type Breaker, CLOSED, heard, probing } from './breaker.ts';

const after = (breaker: Breaker, served: boolean, times: number, now: number): Breaker =>
  Array.from({ length: times }).reduce<Breaker>((current) => heard(current, served, now), breaker);

test('it opens when most of enough answers bring no service, and not before', () => {
  expect(after(CLOSED, false, 19, 0).state).toBe('closed');
  expect(after(CLOSED, false, 20, 0)).toMatchObject({ state: 'open', retryAt: 5_000 });
  expect(after(after(CLOSED, true, 50, 0), false, 49, 1_000).state).toBe('closed');
  expect(after(after(CLOSED, true, 50, 0), false, 50, 1_000).state).toBe('open');
});

test('what was long ago says nothing about now', () => {
  expect(after(after(CLOSED, false, 19, 0), false, 1, 10_000).state).toBe('closed');
});

test('open it refuses; after the pause one call tries, and the rest go on waiting', () => {
  const open = after(CLOSED, false, 20, 0);
  expect(admit(open, 4_999)).toBe('refuse');
  expect(admit(open, 5_000)).toBe('probe');
  const trying = probing(open, 5_000);
  expect(admit(trying, 5_001)).toBe('refuse');
  expect(admit(trying, 10_000)).toBe('probe');
});

test('an answer to the one that tries closes it; none opens it for longer, up to a bound', () => {
  let breaker = after(CLOSED, false, 20, 0);
  expect(heard(probing(breaker, 5_000), true, 5_100)).toEqual(CLOSED);
  for (const pause of [10_000, 15_000, 15_000]) {
    breaker = heard(probing(breaker, breaker.retryAt), false, breaker.retryAt);
    expect(breaker).toMatchObject({ state: 'open' });
    const openedAt = breaker.retryAt - pause;
    expect(admit(breaker, openedAt + pause - 1)).toBe('refuse');
  }
});

test('answers to calls that were under way when it opened do not close it', () => {
  expect(heard(after(CLOSED, false, 20, 0), true, 100).state).toBe('open');
});
