import { afterEach, expect, test } from 'vitest';
import { openTestBus } from '../fixture/bus.ts';
import { succeeded } from '../fixture/history.ts';
import { order, plannedStep } from '../fixture/order.ts';

let opened: Awaited<ReturnType<typeof openTestBus>> | null = null;
afterEach(() => opened?.close());

const previous = { tool: 'pay', version: '0.9.0', hash: 'h0' };
const open = async () => {
  opened = await openTestBus({ pay: () => succeeded() });
  await opened.startWorker();
  return opened;
};

test('a frozen version is passed over for the previous one, and runs again once thawed', async () => {
  const { bus, clock, calls, spans } = await open();
  expect(await bus.tools.freeze({ tool: 'pay', version: '1.0.0' }, 'anna', 'answers null')).toBe(true);
  expect(await bus.tools.freeze({ tool: 'pay', version: '1.0.0' }, 'ben', 'too')).toBe(false);
  await bus.submit(order([plannedStep('pay', { alternatives: [previous] })]));
  await clock.advance(300);
  expect(calls.map(({ version }) => version)).toEqual(['0.9.0']);
  expect(spans.find(({ name }) => name === 'route')).toMatchObject({
    code: 'OK',
    attributes: { tool: 'pay', version: '0.9.0', reason: 'frozen' },
  });

  expect(await bus.tools.thaw({ tool: 'pay', version: '1.0.0' }, 'anna')).toBe(true);
  expect(await bus.tools.frozen()).toEqual([]);
  await bus.submit(order([plannedStep('pay', { alternatives: [previous] })], { requestId: 'second' }));
  await clock.advance(300);
  expect(calls.map(({ version }) => version)).toEqual(['0.9.0', '1.0.0']);
});

test('without another version new work fails at once, with words', async () => {
  const { bus, clock, runs } = await open();
  await bus.tools.freeze({ tool: 'pay', version: '1.0.0' }, 'anna', 'answers null');
  const one = order([plannedStep('pay')]);
  await bus.submit(one);
  expect(await bus.executions.get(one.requestId)).toMatchObject({ status: 'failed', code: 'TOOL_FROZEN' });
  await clock.advance(1_000);
  expect(runs('pay')).toBe(0);
});

test('what waited in the queue when its version was frozen is routed when it is taken up', async () => {
  opened = await openTestBus({ pay: () => succeeded() });
  const { bus, clock, runs } = opened;
  const [stranded, moved] = [
    order([plannedStep('pay')], { requestId: 'stranded' }),
    order([plannedStep('pay', { alternatives: [previous] })], { requestId: 'moved' }),
  ];
  await bus.submit(stranded);
  await bus.submit(moved);
  await bus.tools.freeze({ tool: 'pay', version: '1.0.0' }, 'anna', 'answers null');
  await opened.startWorker();
  await clock.advance(1_000);
  expect(await bus.executions.get('stranded')).toMatchObject({ status: 'failed', code: 'TOOL_FROZEN' });
  expect(await bus.executions.get('moved')).toMatchObject({ status: 'succeeded' });
  expect(runs('pay')).toBe(1);
});
