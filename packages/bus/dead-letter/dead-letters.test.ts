import { verifies } from '@hermes-agent/testkit';
import { afterEach, expect, test } from 'vitest';
import { openTestBus } from '../fixture/bus.ts';
import { succeeded } from '../fixture/history.ts';
import { order, plannedStep } from '../fixture/order.ts';

let opened: Awaited<ReturnType<typeof openTestBus>> | null = null;
afterEach(() => opened?.close());

/** A request whose step loses its worker with each attempt. */
async function poison(requestId: string) {
  opened = await openTestBus({ look: () => succeeded() });
  const { bus, clock } = opened;
  const retryPolicy = { ...plannedStep('x').retryPolicy, maxAttempts: 2, initialMs: 0 };
  const step = plannedStep('look', { effects: 'read', timeoutMs: 600_000, retryPolicy });
  await bus.submit(order([step], { requestId }));
  for (const _ of [1, 2]) {
    await bus.work.claim({ worker: 'dies', routes: ['look@1.0.0#h1'], limit: 1, leaseMs: 1_000 });
    await clock.advance(2_000);
  }
  return opened;
}

test('a call that kills its workers is laid aside, looked at, and run again under its key', async () => {
  verifies('M10');
  const { bus, clock, calls, startWorker } = await poison('first');
  expect(await bus.deadLetters.list()).toMatchObject([
    { id: 'first/1', kind: 'call', code: 'WORKER_LOST', about: { tool: 'look', version: '1.0.0' } },
  ]);
  expect(await bus.deadLetters.show('first/1')).toMatchObject({ content: { steps: [{ state: 'unknown' }] } });
  await startWorker();
  await clock.advance(1_000);
  expect(calls).toEqual([]);

  await bus.deadLetters.replay('first/1', 'anna');
  await clock.advance(1_000);
  expect(calls).toMatchObject([{ attempt: 1, idempotencyKey: 'first/1' }]);
  expect(await bus.executions.get('first')).toMatchObject({ status: 'succeeded' });
  expect(await bus.deadLetters.list()).toEqual([]);
  await expect(bus.deadLetters.replay('first/1', 'anna')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('discarding one lets its request fail', async () => {
  const { bus } = await poison('second');
  await bus.deadLetters.discard('second/1', 'anna');
  expect(await bus.executions.get('second')).toMatchObject({ status: 'failed', code: 'WORKER_LOST' });
});

const result = {
  type: 'EXECUTE_RESULT',
  envelope: {
    request_id: 'third/1',
    execution_id: 'third',
    session_id: 's',
    tenant: 't',
    priority: 'normal',
    traceparent: '',
    tool: 'look',
    version: '1.0.0',
    contract_hash: 'h1',
    attempt: 1,
    fence: 1,
  },
  body: { request_id: 'third/1', output_data: {}, execution_time_ms: 1 },
};

test('a message about nothing that is here waits, and is taken in once there is something', async () => {
  opened = await openTestBus({});
  const { bus } = opened;
  await expect(bus.receive(result, 'tools')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  await expect(bus.receive(result, 'tools')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  const [letter] = await bus.deadLetters.list();
  expect(letter).toMatchObject({ kind: 'message', code: 'EXECUTION_NOT_FOUND', about: { side: 'tools' } });
  expect(await bus.deadLetters.show(letter!.id)).toMatchObject({ content: result });

  await expect(bus.deadLetters.replay(letter!.id, 'anna')).rejects.toMatchObject({
    code: 'EXECUTION_NOT_FOUND',
  });
  await bus.submit(order([plannedStep('look', { effects: 'read' })], { requestId: 'third' }));
  await bus.work.claim({ worker: 'w', routes: ['look@1.0.0#h1'], limit: 1, leaseMs: 1_000 });
  await bus.deadLetters.replay(letter!.id, 'anna');
  expect(await bus.executions.get('third')).toMatchObject({ status: 'succeeded' });
  expect(await bus.deadLetters.list()).toEqual([]);
});

test('nonsense is kept in a bounded place, what is too large without its body, a forger not at all', async () => {
  opened = await openTestBus({}, { payloadLimitBytes: 1_000 });
  const { bus } = opened;
  await expect(bus.receive({ type: 'NONSENSE' }, 'tools')).rejects.toMatchObject({ code: 'MESSAGE_INVALID' });
  const large = { ...result, body: { ...result.body, output_data: 'x'.repeat(2_000) } };
  await expect(bus.receive(large, 'tools')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  await expect(bus.receive(result, 'bus')).rejects.toMatchObject({ code: 'SENDER_REFUSED' });
  const letters = await bus.deadLetters.list();
  expect(letters.map(({ about }) => about.replayable).sort()).toEqual([false, true]);
  const unkept = letters.find(({ about }) => about.replayable === false)!;
  await expect(bus.deadLetters.replay(unkept.id, 'anna')).rejects.toMatchObject({ code: 'CONFLICT' });
  for (const { id } of letters) await bus.deadLetters.discard(id, 'anna');
  expect(await bus.deadLetters.list()).toEqual([]);
});
