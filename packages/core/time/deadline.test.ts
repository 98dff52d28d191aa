import { createFakeClock } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sleep } from './clock.ts';
import { withDeadline } from './deadline.ts';

test('whichever is first decides: the work, its failure, the limit, or the outer signal', async () => {
  const moment = fc.integer({ min: 1, max: 1_000 });
  await fc.assert(
    fc.asyncProperty(moment, moment, moment, fc.boolean(), async (workMs, limitMs, abortMs, fails) => {
      fc.pre(new Set([workMs, limitMs, abortMs]).size === 3);
      const clock = createFakeClock();
      const outer = new AbortController();
      clock.after(abortMs, () => outer.abort('outer'));
      let told: unknown;
      const outcome = withDeadline(
        clock,
        limitMs,
        async (signal) => {
          signal.addEventListener('abort', () => {
            told = signal.reason;
          });
          await sleep(clock, workMs);
          if (fails) throw 'work';
          return 'done';
        },
        outer.signal,
      ).then(
        (value) => value,
        (thrown: unknown) => (typeof thrown === 'string' ? thrown : (thrown as { code: string }).code),
      );
      await clock.advance(2_000);
      const first = Math.min(workMs, limitMs, abortMs);
      const expected =
        first === workMs ? (fails ? 'work' : 'done') : first === limitMs ? 'DEADLINE_EXCEEDED' : 'outer';
      expect(await outcome).toBe(expected);
      expect(told === undefined).toBe(first === workMs);
      expect(clock.pendingTimers).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test('work that ignores its signal is left behind, and its late failure harms nobody', async () => {
  const clock = createFakeClock();
  const late = Promise.withResolvers<never>();
  const waiting = withDeadline(clock, 50, () => late.promise);
  const outcome = expect(waiting).rejects.toMatchObject({
    code: 'DEADLINE_EXCEEDED',
    retryable: true,
    details: { limitMs: 50 },
  });
  await clock.advance(50);
  await outcome;
  late.reject(new Error('late'));
  await clock.advance(1);
});

test('nothing starts when the outer signal has aborted already', async () => {
  let started = false;
  const start = async (): Promise<void> => {
    started = true;
  };
  await expect(withDeadline(createFakeClock(), 50, start, AbortSignal.abort('gone'))).rejects.toBe('gone');
  expect(started).toBe(false);
});

test('work that throws at once leaves no timer', async () => {
  const clock = createFakeClock();
  const fail = (): never => {
    throw new Error('at once');
  };
  await expect(withDeadline(clock, 50, fail)).rejects.toThrow('at once');
  expect(clock.pendingTimers).toBe(0);
});
