import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createSendQueue, type SendSignals } from './send-queue.ts';

function createQueue(send: (batch: readonly number[], signals: SendSignals) => Promise<boolean>) {
  const clock = createFakeClock();
  return { clock, queue: createSendQueue<number>({ clock, limit: 4, batchSize: 2, delayMs: 100, send }) };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

test('a batch goes when it is full, and a part of one after a while', async () => {
  const sent: (readonly number[])[] = [];
  const { clock, queue } = createQueue(async (batch) => sent.push(batch) > 0);
  queue.put(1);
  await clock.advance(99);
  expect(sent).toEqual([]);
  await clock.advance(1);
  for (const item of [2, 3, 4]) queue.put(item);
  await clock.advance(0);
  expect(sent).toEqual([[1], [2, 3], [4]]);
  expect(queue.dropped()).toBe(0);
});

test('one batch at a time; what comes over the limit meanwhile is dropped and counted', async () => {
  const gate = Promise.withResolvers<boolean>();
  let sends = 0;
  const { clock, queue } = createQueue(async () => {
    sends += 1;
    return gate.promise;
  });
  for (const item of [1, 2, 3, 4, 5, 6, 7]) queue.put(item);
  await clock.advance(0);
  expect([sends, queue.dropped()]).toEqual([1, 1]);
  gate.resolve(false);
  await clock.advance(0);
  expect([sends, queue.dropped()]).toEqual([3, 7]);
});

test('closing sends what waits, and nothing after', async () => {
  const sent: number[] = [];
  const { clock, queue } = createQueue(async (batch) => sent.push(...batch) > 0);
  queue.put(1);
  await queue.close(1_000);
  queue.put(2);
  expect(sent).toEqual([1]);
  expect(queue.dropped()).toBe(1);
  expect(clock.pendingTimers).toBe(0);
});

test('closing takes no longer than its limit', async () => {
  const { clock, queue } = createQueue(async (_batch, { cut }) => {
    await aborted(cut);
    return false;
  });
  for (const item of [1, 2, 3]) queue.put(item);
  let closed = false;
  const closing = queue.close(1_000).then(() => {
    closed = true;
  });
  await clock.advance(999);
  expect(closed).toBe(false);
  await clock.advance(1);
  await closing;
  expect(queue.dropped()).toBe(3);
});
