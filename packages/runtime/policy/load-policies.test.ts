import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ResolveTool, ToolShape } from '../plan/tool-shape.ts';
import { loadPolicies } from './load-policies.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policies-'));
});
afterEach(() => rm(folder, { recursive: true }));

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const shape = (name: string, change: Partial<ToolShape>): ToolShape => ({
  name,
  version: '1.2.0',
  hash: `hash-of-${name}`,
  inputSchema: object({}),
  outputSchema: object({}),
  effects: 'read',
  idempotent: true,
  attemptLimitMs: null,
  callable: true,
  alternatives: [],
  ...change,
});
const tools = [
  shape('create_return', { effects: 'write', inputSchema: object({ order_id: { type: 'string' } }) }),
  shape('find_return', {
    inputSchema: object({ key: { type: 'string' }, order_id: { type: 'string' } }, ['key']),
    outputSchema: object({ found: { type: 'boolean' }, return_id: { type: 'string' } }),
  }),
];
const resolveTool: ResolveTool = (name) => tools.find((tool) => tool.name === name);
const load = async (rule: string) => {
  await writeFile(join(folder, 'policies.yaml'), `policies: hermes/v1\nrules:\n  - ${rule}\n`);
  return loadPolicies(folder, resolveTool);
};
const asking = (fallback: string): string =>
  `{ tool: create_return, error: CONTRACT_VIOLATION, action: RETRY_WITH_FALLBACK, fallback: { tool: find_return, version: ^1, ${fallback} } }`;

test('a folder without the file has no rules of its own', async () => {
  expect(await loadPolicies(folder, resolveTool)).toEqual([]);
});

test('a rule is pinned to the contract of its fallback', async () => {
  verifies('M8');
  const text = asking(
    'input: { key: { $idempotency_key: self }, order_id: { $input: /order_id } }, output: { return_id: { $output: fallback#/return_id } }',
  );
  expect(await load(text)).toMatchObject([
    {
      tool: 'create_return',
      error: 'CONTRACT_VIOLATION',
      action: 'RETRY_WITH_FALLBACK',
      fallback: { tool: 'find_return', version: '1.2.0', hash: 'hash-of-find_return', timeoutMs: 5_000 },
    },
  ]);
});

describe('what is wrong is said with file, line and column:', () => {
  test.each([
    ['{ error: STRANGE, action: SHRUG }', 'action'],
    ['{ error: strange, action: FAIL }', 'expected a code'],
    ['{ tool: nobody, error: any, action: FAIL }', 'no contract is named nobody'],
    ['{ version: 1.0.0, error: any, action: FAIL }', 'a tool beside the version'],
    ['{ error: SERVICE_UNAVAILABLE, action: LOG_ONLY }', 'LOG_ONLY is for CONTRACT_VIOLATION'],
    ['{ error: any, action: RETRY_WITH_FALLBACK }', 'expected a fallback'],
    [asking('input: {}'), 'find_return requires key'],
    [asking('input: { key: x, colour: red }'), 'takes no colour'],
    [asking('input: { key: { $input: /nothing } }'), 'create_return has nothing at /nothing'],
    [asking('input: { key: { $slot: /key } }'), 'expected { $input'],
    [
      asking('input: { key: x }, output: { id: { $output: fallback#/nothing } }'),
      'into the output of find_return',
    ],
    [asking('input: { key: x }, done_when: { pointer: /nothing, exists: true }'), 'nothing at /nothing'],
    [
      '{ error: any, action: RETRY_WITH_FALLBACK, fallback: { tool: create_return, version: ^1 } }',
      'a fallback asks only',
    ],
  ])('%s', async (rule, words) => {
    await expect(load(rule)).rejects.toMatchObject({
      code: 'DOCUMENT_INVALID',
      message: expect.stringContaining(words),
      where: expect.stringMatching(/policies\.yaml:3:\d+$/),
    });
  });
});
