import { systemClock } from '@hermes-agent/core';
import { expect, test } from 'vitest';
import { type Answer, startReceiver } from '../testing/receiver.ts';
import { type PostTarget, post } from './post.ts';

const never = new AbortController().signal;
const QUIET = { stopping: never, cut: never };
const content = () => ({ headers: { 'x-a': '1' }, body: 'hello' });

/** The system's clock, with pauses noted and not waited for. */
function createHastyClock() {
  const pauses: number[] = [];
  const clock = {
    ...systemClock,
    after(delayMs: number, run: () => void) {
      if (TIMEOUTS_MS.includes(delayMs)) return systemClock.after(delayMs, run);
      pauses.push(delayMs);
      return systemClock.after(0, run);
    },
  };
  return { pauses, world: { clock, random: () => 1 } };
}

const TIMEOUTS_MS = [10_000, 100];
const targetOf = (url: string, change: Partial<PostTarget> = {}): PostTarget => ({
  url: new URL(url),
  timeoutMs: TIMEOUTS_MS[0]!,
  maxAttempts: 4,
  initialPauseMs: 1_000,
  maxPauseMs: 3_000,
  mayRetry: (status) => status === 503 || status === 429,
  ...change,
});

test('is taken at once', async () => {
  const receiver = await startReceiver(() => ({ status: 200, body: 'thanks' }));
  const { world } = createHastyClock();
  expect(await post(world, targetOf(receiver.url), content, QUIET)).toMatchObject({
    ok: true,
    body: 'thanks',
  });
  expect(receiver.received).toMatchObject([{ body: 'hello', headers: { 'x-a': '1' } }]);
});

test('tries again with pauses that grow, and never sooner than it was asked to', async () => {
  const answers: Answer[] = [
    { status: 503 },
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 503 },
    { status: 200 },
  ];
  const receiver = await startReceiver((number) => answers[number - 1]!);
  const { pauses, world } = createHastyClock();
  expect(await post(world, targetOf(receiver.url), content, QUIET)).toMatchObject({ ok: true });
  expect(pauses).toEqual([1_000, 7_000, 3_000]);
});

test('gives up after its attempts, and at once where trying again is no use', async () => {
  const busy = await startReceiver(() => ({ status: 503 }));
  const { world } = createHastyClock();
  expect(await post(world, targetOf(busy.url), content, QUIET)).toMatchObject({
    ok: false,
    reason: 'HTTP 503',
  });
  expect(busy.received).toHaveLength(4);
  const refusing = await startReceiver(() => ({ status: 302, headers: { location: busy.url } }));
  expect(await post(world, targetOf(refusing.url), content, QUIET)).toMatchObject({ reason: 'HTTP 302' });
  expect(refusing.received).toHaveLength(1);
  expect(busy.received).toHaveLength(4);
});

test('silence and a closed port are faults that name no address', async () => {
  const silent = await startReceiver(() => null);
  const { world } = createHastyClock();
  const once = { maxAttempts: 1 };
  expect(
    await post(world, targetOf(silent.url, { ...once, timeoutMs: TIMEOUTS_MS[1]! }), content, QUIET),
  ).toMatchObject({
    reason: 'DEADLINE_EXCEEDED',
  });
  expect(await post(world, targetOf('http://127.0.0.1:2', once), content, QUIET)).toMatchObject({
    ok: false,
    reason: 'ECONNREFUSED',
  });
});

test('stopping turns the pause into one last try', async () => {
  const stopping = new AbortController();
  const receiver = await startReceiver((number) => {
    if (number === 1) setTimeout(() => stopping.abort(), 20);
    return { status: 503, headers: { 'retry-after': '3600' } };
  });
  const world = { clock: systemClock, random: () => 1 };
  const result = await post(world, targetOf(receiver.url), content, {
    stopping: stopping.signal,
    cut: never,
  });
  expect(result.ok).toBe(false);
  expect(receiver.received).toHaveLength(2);
});
