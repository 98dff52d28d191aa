import type { Alert } from '@hermes-agent/core';
import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { distinctAlerts } from './distinct-alerts.ts';

const frozen = (tool: string): Alert => ({
  code: 'TOOL_FROZEN',
  severity: 'critical',
  summary: { zh: '已冻结', en: 'Frozen' },
  fields: { tool },
  at: 0,
});

test('the same alert passes once in the window, and then says how many were held back', async () => {
  const clock = createFakeClock();
  const passed: Alert[] = [];
  const alerts = distinctAlerts(clock, 1_000, { raise: (alert) => void passed.push(alert) });
  for (const tool of ['a', 'a', 'b', 'a']) alerts.raise(frozen(tool));
  expect(passed.map(({ fields }) => fields)).toEqual([{ tool: 'a' }, { tool: 'b' }]);
  await clock.advance(1_000);
  alerts.raise(frozen('a'));
  alerts.raise(frozen('b'));
  expect(passed.slice(2).map(({ fields }) => fields)).toEqual([{ tool: 'a', repeats: 2 }, { tool: 'b' }]);
});

test('remembers a bounded number: the oldest may pass again', () => {
  const passed: Alert[] = [];
  const alerts = distinctAlerts(createFakeClock(), 1_000, { raise: (alert) => void passed.push(alert) });
  for (let count = 0; count <= 1_000; count += 1) alerts.raise(frozen(String(count)));
  alerts.raise(frozen('1000'));
  alerts.raise(frozen('0'));
  expect(passed).toHaveLength(1_002);
});
