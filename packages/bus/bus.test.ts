import { openSqlite } from '@hermes-agent/store';
import { expect, test } from 'vitest';
import { order, plannedStep } from './fixture/order.ts';
import { createBus, createWorker } from './index.ts';

test('an order of two steps runs and is concluded', async () => {
  const store = await openSqlite({ file: ':memory:' });
  const bus = await createBus({ store });
  const inputs: unknown[] = [];
  const worker = createWorker({
    bus,
    executor: {
      holds: () => true,
      async execute(call) {
        inputs.push(call.input);
        return { ok: true, output: { number: inputs.length }, executionTimeMs: 1 };
      },
    },
  });
  await worker.start();
  const two = order([
    plannedStep('first'),
    plannedStep('second', {
      input: { from: { $output: 'first#/number' }, key: { $idempotency_key: 'second' } },
    }),
  ]);
  const receipt = await bus.submit(two);
  expect(receipt).toMatchObject({ request_id: two.requestId, duplicate: false, scheduled_at: null });
  const conclusion = await bus.settled(two.requestId, 5_000);
  expect(conclusion).toMatchObject({
    status: 'succeeded',
    outputs: { first: { number: 1 }, second: { number: 2 } },
  });
  expect(inputs[1]).toEqual({ from: 1, key: `${two.requestId}/2` });
  expect((await bus.messagesOf(two.requestId)).map(({ type }) => type)).toEqual([
    'EXECUTE_REQUEST',
    'EXECUTE_ACK',
    'EXECUTE_RESULT',
    'EXECUTE_REQUEST',
    'EXECUTE_ACK',
    'EXECUTE_RESULT',
  ]);
  await worker.drain(1_000);
  await bus.close();
  await store.close();
});
