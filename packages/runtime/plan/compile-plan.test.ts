import { parseYaml } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { compilePlan } from './compile-plan.ts';
import { planDocument } from './plan-document.ts';
import type { ToolShape } from './tool-shape.ts';

const plan = parseYaml(
  `
plan: hermes/v1
intent: refund
steps:
  - id: debit
    tool: take
    version: ^1
    input: {order: {$slot: /order_id}}
    compensation: {tool: give_back, version: ^1, input: {order: {$input: /order}, id: {$output: self#/id}}}
  - {id: notice, tool: tell, version: ^1, timeout_ms: 3000, input: {id: {$output: debit#/id}}}
outcomes: {succeeded: done, failed: [{response: failed}]}
`,
  'plan.yaml',
  planDocument,
  'runtime',
);

const resolveTool =
  (hash: string) =>
  (name: string): ToolShape => ({
    name,
    version: '1.0.0',
    hash,
    inputSchema: {},
    outputSchema: {},
    effects: 'write',
    idempotent: true,
    attemptLimitMs: 3_000,
    callable: true,
    alternatives: [],
  });

const scope = (orderId: string) => ({ slots: { order_id: orderId }, session: {}, user: {}, text: String });

test('tools are pinned and inputs filled; a compensation reads its own step', () => {
  verifies('G8');
  const { steps } = compilePlan(plan, scope('ORD-12345678'), resolveTool('h1'));
  expect(steps[0]).toMatchObject({
    id: 'debit',
    tool: 'take',
    version: '1.0.0',
    hash: 'h1',
    input: { order: 'ORD-12345678' },
    compensation: { tool: 'give_back', input: { order: 'ORD-12345678', id: { $output: 'debit#/id' } } },
  });
  expect(steps[1]).toMatchObject({ timeoutMs: 3_000, input: { id: { $output: 'debit#/id' } } });
});

test('B18 the digest to confirm covers tool, version, contract and every argument', () => {
  const digest = (orderId: string, hash: string) =>
    compilePlan(plan, scope(orderId), resolveTool(hash)).digest;
  expect(digest('ORD-1', 'h1')).toBe(digest('ORD-1', 'h1'));
  expect(digest('ORD-2', 'h1')).not.toBe(digest('ORD-1', 'h1'));
  expect(digest('ORD-1', 'h2')).not.toBe(digest('ORD-1', 'h1'));
});
