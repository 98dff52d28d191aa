import type { Alert } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, expect, test } from 'vitest';
import { openTestBus } from '../fixture/bus.ts';
import { failed, succeeded } from '../fixture/history.ts';
import { order, plannedStep } from '../fixture/order.ts';

let opened: Awaited<ReturnType<typeof openTestBus>> | null = null;
afterEach(() => opened?.close());

const violation = failed('CONTRACT_VIOLATION');
const broken = { ...succeeded({ status: null }), violation: '/status: expected string, actual null' };

test('a rule set while everything runs holds in every process within a second, and each change is on record', async () => {
  verifies('M8');
  const alerts: Alert[] = [];
  // As the tool layer does: what breaks the contract passes only a call that asks for it.
  opened = await openTestBus(
    { look: ({ lenient }) => (lenient === true ? broken : violation) },
    {},
    { raise: (alert) => alerts.push(alert) },
  );
  const { bus, clock } = opened;
  const other = await opened.another();
  await opened.startWorker();
  const ask = async (requestId: string) => {
    await other.submit(order([plannedStep('look', { effects: 'read' })], { requestId }));
    await clock.advance(900);
    return bus.executions.get(requestId);
  };

  const rule = { tool: 'look', error: 'CONTRACT_VIOLATION', action: 'LOG_ONLY' } as const;
  expect(await other.policies.set(rule, 'anna')).toBeNull();
  await clock.advance(900);
  expect(await ask('lenient')).toMatchObject({ status: 'succeeded', outputs: { look: { status: null } } });
  expect(await ask('again')).toMatchObject({ status: 'succeeded' });
  expect(alerts.map(({ code, severity }) => [code, severity])).toEqual([
    ['CONTRACT_VIOLATION', 'warning'],
    ['CONTRACT_VIOLATION', 'warning'],
  ]);
  // The same code and fields, so that whoever tells people can tell of many at once.
  expect(alerts[0]!.fields).toEqual(alerts[1]!.fields);

  expect(await other.policies.set({ ...rule, action: 'FAIL' }, 'ben')).toEqual(rule);
  await clock.advance(900);
  expect(await ask('strict')).toMatchObject({ status: 'failed', code: 'CONTRACT_VIOLATION' });
  expect(await bus.tools.frozen()).toEqual([]);

  expect(await other.policies.unset(rule, 'anna')).toMatchObject({ action: 'FAIL' });
  await clock.advance(900);
  expect(await ask('default')).toMatchObject({ code: 'CONTRACT_VIOLATION' });
  expect(await bus.tools.frozen()).toMatchObject([{ tool: 'look', version: '1.0.0', hash: 'h1', by: 'bus' }]);
  expect(alerts.at(-1)).toMatchObject({ code: 'TOOL_FROZEN', severity: 'critical' });
  expect(await ask('frozen')).toMatchObject({ status: 'failed', code: 'TOOL_FROZEN' });

  const changes = await bus.policies.changes();
  expect(changes.map(({ by, what, before, after }) => [by, what, actionOf(before), actionOf(after)])).toEqual(
    [
      ['bus', 'freeze', null, 'CONTRACT_VIOLATION'],
      ['anna', 'policy', 'FAIL', null],
      ['ben', 'policy', 'LOG_ONLY', 'FAIL'],
      ['anna', 'policy', null, 'LOG_ONLY'],
    ],
  );
  await other.close();
});

const actionOf = (text: string | null): string | null => {
  if (text === null) return null;
  const { action, code } = JSON.parse(text) as { action?: string; code?: string };
  return action ?? code ?? null;
};

test('what a policy decided is on the trace, with the error and what followed', async () => {
  opened = await openTestBus({ look: () => failed('STRANGE') });
  const { bus, clock, spans } = opened;
  await opened.startWorker();
  const policies = [{ error: 'STRANGE', action: 'FAIL', severity: 'warning' }] as const;
  await bus.submit(order([plannedStep('look')], { requestId: 'one', policies }));
  await clock.advance(500);
  expect(spans.find(({ name }) => name === 'policy')).toMatchObject({
    requestId: 'one/1',
    attributes: { tool: 'look', error: 'STRANGE', action: 'FAIL', decision: 'failed', severity: 'warning' },
  });
});

test('a rule that makes no sense is refused with where it is wrong', async () => {
  opened = await openTestBus({});
  const { policies } = opened.bus;
  for (const [rule, where] of [
    [{ error: 'SERVICE_UNAVAILABLE', action: 'LOG_ONLY' }, '/error'],
    [{ error: 'any', action: 'RETRY_WITH_FALLBACK' }, '/fallback'],
    [{ error: 'any', version: '1.0.0', action: 'FAIL' }, '/version'],
    [{ error: 'sometimes', action: 'FAIL' }, '/error'],
  ] as const) {
    await expect(policies.set(rule, 'anna')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', where });
  }
});
