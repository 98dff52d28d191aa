import { expect, test } from 'vitest';
import { createSpan } from '../testing/span.ts';
import { createSpanMetrics } from './span-metrics.ts';

type Change = Parameters<typeof createSpan>[0];

async function countedFrom(...changes: Change[]): Promise<string[]> {
  const metrics = createSpanMetrics();
  for (const change of changes) metrics.write(createSpan(change));
  const lines = await Promise.all(metrics.metrics.map((metric) => metric.lines()));
  return lines.flat().filter((line) => !line.startsWith('#') && !line.includes('_bucket'));
}

test('attempts by tool, version, kind and code, with their duration', async () => {
  const attributes = { tool: 'refund', version: '1.2.0', kind: 'compensation', attempt: 2 };
  expect(await countedFrom({ name: 'compensate refund', code: 'EXECUTE_TIMEOUT', attributes })).toEqual([
    'hermes_attempts_total{tool="refund",version="1.2.0",kind="compensation",code="EXECUTE_TIMEOUT"} 1',
    'hermes_attempt_duration_seconds_sum{tool="refund",version="1.2.0"} 0.25025',
    'hermes_attempt_duration_seconds_count{tool="refund",version="1.2.0"} 1',
  ]);
});

test('the wait in the queue is no attempt, and a clock set back no negative wait', async () => {
  expect(await countedFrom({ name: 'queue', startMs: 5, endMs: 2 })).toEqual([
    'hermes_queue_wait_seconds_sum{tool="get_order"} 0',
    'hermes_queue_wait_seconds_count{tool="get_order"} 1',
  ]);
});

test('calls and broken contracts by tool and version, without the hash and without pointers', async () => {
  const contract = 'get_order@2.0.1#ab12';
  const tools = { layer: 'tools' } as const;
  expect(
    await countedFrom(
      { ...tools, name: 'TOOL_CALL', code: 'CONTRACT_VIOLATION', attributes: { contract } },
      { ...tools, name: 'CONTRACT_VALIDATION', attributes: { contract, side: 'input' } },
      {
        ...tools,
        name: 'CONTRACT_VALIDATION',
        code: 'CONTRACT_VIOLATION',
        attributes: { contract, side: 'output', keyword: 'type', pointer: '/status', violations: 1 },
      },
    ),
  ).toEqual([
    'hermes_tool_calls_total{tool="get_order",version="2.0.1",code="CONTRACT_VIOLATION"} 1',
    'hermes_tool_call_duration_seconds_sum{tool="get_order",version="2.0.1"} 0.25025',
    'hermes_tool_call_duration_seconds_count{tool="get_order",version="2.0.1"} 1',
    'hermes_contract_violations_total{tool="get_order",version="2.0.1",side="output",keyword="type"} 1',
  ]);
});

test('turns and outcomes by agent', async () => {
  const turn = { layer: 'conversation', name: 'turn', startMs: 0, endMs: 40 } as const;
  const attributes = { agent: 'after-sales', intent: null, state: 'idle', confidence: 0.2 };
  expect(
    await countedFrom(
      { ...turn, attributes },
      { ...turn, code: 'SESSION_STALE', attributes: { agent: 'after-sales' } },
      { layer: 'runtime', name: 'outcome', attributes: { agent: 'after-sales', status: 'succeeded' } },
      { layer: 'memory', name: 'profile.read' },
    ),
  ).toEqual([
    'hermes_turns_total{agent="after-sales",intent="",state="idle",code="OK"} 1',
    'hermes_turns_total{agent="after-sales",intent="",state="",code="SESSION_STALE"} 1',
    'hermes_turn_duration_seconds_sum{agent="after-sales"} 0.08',
    'hermes_turn_duration_seconds_count{agent="after-sales"} 2',
    'hermes_execution_outcomes_total{agent="after-sales",status="succeeded",code="OK"} 1',
  ]);
});
