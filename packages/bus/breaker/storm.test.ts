import type { Alert } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, expect, test } from 'vitest';
import { openTestBus } from '../fixture/bus.ts';
import { succeeded, unavailable } from '../fixture/history.ts';
import { order, plannedStep } from '../fixture/order.ts';

let opened: Awaited<ReturnType<typeof openTestBus>> | null = null;
afterEach(() => opened?.close());

const CALLERS = 200;
const SECONDS = { healthy: 6, down: 60, recovered: 25 };
const EVERY_SECONDS = 5;
const NORMAL_RATE = CALLERS / EVERY_SECONDS;

test('B14 an upstream that is down for a minute sees no storm, and none when it is back', async () => {
  verifies('M3', 'M10');
  const perSecond: number[] = [];
  let down = false;
  const alerts: Alert[] = [];
  opened = await openTestBus(
    {
      pay: () => {
        perSecond[perSecond.length - 1]! += 1;
        return down ? unavailable : succeeded();
      },
    },
    {},
    { raise: (alert) => alerts.push(alert) },
  );
  const { bus, clock } = opened;
  await opened.startWorker({ concurrency: 64 });
  let submitted = 0;
  const second = async (): Promise<void> => {
    perSecond.push(0);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      for (let caller = 0; caller < NORMAL_RATE / 10; caller += 1) {
        submitted += 1;
        const step = plannedStep('pay', { retryPolicy: { ...plannedStep('x').retryPolicy, jitter: 0.2 } });
        await bus.submit(
          order([step], { requestId: `r-${submitted}`, sessionId: `s-${submitted % CALLERS}` }),
        );
      }
      await clock.advance(100);
    }
  };
  for (let at = 0; at < SECONDS.healthy; at += 1) await second();
  down = true;
  for (let at = 0; at < SECONDS.down; at += 1) await second();
  down = false;
  for (let at = 0; at < SECONDS.recovered; at += 1) await second();

  const outage = perSecond.slice(SECONDS.healthy, SECONDS.healthy + SECONDS.down);
  const after = perSecond.slice(SECONDS.healthy + SECONDS.down);
  for (const rate of rates(perSecond)) expect(rate).toBeLessThanOrEqual(1.2 * NORMAL_RATE);
  // Not merely bounded: left alone. All that comes through are the calls that try.
  expect(outage.slice(10).reduce((total, calls) => total + calls, 0)).toBeLessThan(NORMAL_RATE / 2);
  expect(after.slice(-10)).toEqual(Array(10).fill(NORMAL_RATE));
  expect(alerts.map(({ code }) => code)).toEqual(['CIRCUIT_OPEN', 'CIRCUIT_CLOSED']);
  expect(await bus.executions.get(`r-${submitted}`)).toMatchObject({ status: 'succeeded' });
  const failed = await bus.executions.get(`r-${(SECONDS.healthy + SECONDS.down - 1) * NORMAL_RATE}`);
  expect(failed).toMatchObject({ status: 'failed', code: 'SERVICE_UNAVAILABLE' });
}, 60_000);

/** Calls a second, over each five seconds. */
const rates = (perSecond: readonly number[]): number[] =>
  perSecond.slice(4).map((_, end) => {
    const five = perSecond.slice(end, end + 5);
    return five.reduce((total, calls) => total + calls, 0) / five.length;
  });

test('other versions and tools are not held off, nor are questions and compensations', async () => {
  const tools = { pay: () => unavailable, mail: () => succeeded() };
  opened = await openTestBus(tools);
  const { bus, clock } = opened;
  await opened.startWorker({ concurrency: 64 });
  const once = { ...plannedStep('x').retryPolicy, maxAttempts: 1 };
  for (let index = 0; index < 25; index += 1) {
    await bus.submit(order([plannedStep('pay', { retryPolicy: once })], { requestId: `p-${index}` }));
  }
  await clock.advance(500);
  await bus.submit(order([plannedStep('mail')], { requestId: 'mail' }));
  await bus.submit(order([plannedStep('pay', { version: '2.0.0' })], { requestId: 'other' }));
  await bus.submit(order([plannedStep('pay')], { requestId: 'held' }));
  expect(await bus.executions.get('held')).toMatchObject({ status: 'failed', code: 'SERVICE_UNAVAILABLE' });
  await clock.advance(500);
  expect(await bus.executions.get('mail')).toMatchObject({ status: 'succeeded' });
  expect(opened.calls.filter(({ version }) => version === '2.0.0')).toHaveLength(1);
  expect(opened.spans.filter(({ name }) => name === 'breaker')).toMatchObject([
    { attributes: { state: 'open', tool: 'pay', version: '1.0.0' } },
  ]);
});

test('what one process has found out, the others know, also after a restart', async () => {
  opened = await openTestBus({ pay: () => unavailable });
  const { bus, clock, store } = opened;
  await opened.startWorker({ concurrency: 64 });
  const other = await opened.another();
  const once = { ...plannedStep('x').retryPolicy, maxAttempts: 1 };
  for (let index = 0; index < 25; index += 1) {
    await bus.submit(order([plannedStep('pay', { retryPolicy: once })], { requestId: `p-${index}` }));
  }
  await clock.advance(1_000);
  await other.submit(order([plannedStep('pay')], { requestId: 'elsewhere' }));
  expect(await bus.executions.get('elsewhere')).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await store.all('SELECT state, streak FROM bus_breaker')).toEqual([{ state: 'open', streak: 1 }]);
  await other.close();
});
