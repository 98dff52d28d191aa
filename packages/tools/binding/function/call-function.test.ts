import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonValue, type Logger } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileArtifacts } from '../../artifact/file-artifacts.ts';
import type { ToolCall } from '../../call/call.ts';
import { loadContracts } from '../../contract/load-contracts.ts';
import { createRegistry, type RegistryOptions, type ToolRegistry } from '../../registry.ts';
import { createSecretSource } from '../../secret/source.ts';
import { makeFolder } from '../../testing/agent-folder.ts';
import { toolCall } from '../../testing/tool-call.ts';

const contract = (name: string, binding = '', more = ''): string => `
name: ${name}
version: 1.0.0
description: A function
input_schema: { type: object, additionalProperties: true }
output_schema: {}
error_codes: [{ code: NO_ROWS, description: Nothing there }, { code: BUSY, description: Later, retryable: true }]
binding: { function: { entry: tools/${name}/index.ts, ${binding} } }
${more}`;

const logged: { message: string; fields: unknown }[] = [];
const logger = (fields: object): Logger => {
  const write = (message: string, more = {}): void => {
    logged.push({ message, fields: { ...fields, ...more } });
  };
  return {
    debug: write,
    info: write,
    warn: write,
    error: write,
    with: (more) => logger({ ...fields, ...more }),
  };
};

let folder = '';
let registry: ToolRegistry;
const registries: ToolRegistry[] = [];
const open = async (more: Partial<RegistryOptions> = {}): Promise<ToolRegistry> => {
  const opened = createRegistry({
    contracts: await loadContracts(folder),
    artifacts: createFileArtifacts({ folder: join(folder, 'artifacts') }),
    servers: { smtp: 'smtp://127.0.0.1:2525' },
    settings: { table: join(folder, 'table.csv') },
    secrets: createSecretSource({ 'mail/password': { value: 'sesame-open' } }),
    logger: logger({}),
    cacheFolder: join(folder, 'cache'),
    ...more,
  });
  registries.push(opened);
  return opened;
};
const call = (
  tool: string,
  input: JsonValue = {},
  more: Partial<ToolCall> = {},
  signal = new AbortController().signal,
) => registry.call(toolCall(tool, input, { timeoutMs: 15_000, ...more }), signal);

beforeAll(async () => {
  folder = await makeFolder({
    'contracts/given.yaml': contract(
      'given',
      'assets: { word: assets/word.txt }, files: [{ setting: table, mode: read }], servers: [smtp], secrets: ["secret://mail/password"]',
    ),
    'tools/given/index.ts': `
      import { readFileSync } from 'node:fs';
      import { basename } from 'node:path';
      import type { FunctionCall } from '@hermes-agent/tools/function';
      export default async function given(input: object, call: FunctionCall) {
        call.log('using ' + call.secrets['mail/password']);
        return { input, word: readFileSync(call.assets.word, 'utf8'), table: readFileSync(call.files.table, 'utf8'),
          servers: call.servers, key: call.idempotencyKey, request: call.requestId, names: Object.keys(call).sort() };
      }`,
    'tools/given/assets/word.txt': 'an asset',
    'table.csv': 'a,b',
    'contracts/fails.yaml': contract('fails', '', 'effects: write'),
    'tools/fails/index.ts': `
      import { ToolError } from '${join(import.meta.dirname, '../../function/index.ts')}';
      export default function fails(input: { how: string }) {
        switch (input.how) {
          case 'declared': throw new ToolError('NO_ROWS', 'none in the month', { effect: 'none' });
          case 'retryable': throw new ToolError('BUSY', 'later');
          case 'overridden': throw new ToolError('BUSY', 'later', { retryable: false, details: { seconds: 3 } });
          case 'project': throw new ToolError('SERVICE_UNAVAILABLE', 'the mail server is down', { effect: 'none' });
          case 'undeclared': throw new ToolError('BRAND_NEW', 'x');
          case 'thrown': throw new TypeError('private words');
          case 'rejected': return Promise.reject('just text');
          case 'cyclic': { const value: { self?: unknown } = {}; value.self = value; return value; }
          default: return 'fine';
        }
      }`,
    'contracts/sleeps.yaml': contract('sleeps', '', 'effects: write'),
    'tools/sleeps/index.ts': `
      export default async function sleeps(input: { cleanUp?: boolean; throws?: boolean }, call: { signal: AbortSignal }) {
        await new Promise((resolve, reject) => { if (input.throws) call.signal.addEventListener('abort', () => reject(call.signal.reason)); if (input.cleanUp) call.signal.addEventListener('abort', resolve); setTimeout(() => {}, 60_000); });
        return 'cleaned up';
      }`,
    'contracts/makes.yaml': contract('makes'),
    'tools/makes/index.ts': `
      export default async (_input: unknown, call: any) => {
        await call.task.set('made', true);
        return { report: await call.artifacts.write('报告.txt', 'text/plain', new TextEncoder().encode('销售')) };
      };`,
    'contracts/reads.yaml': contract('reads'),
    'tools/reads/index.ts': `
      export default async (input: any, call: any) => ({
        text: new TextDecoder().decode(await call.artifacts.read(input.report)), made: await call.task.get('made') ?? null });`,
    'contracts/hungry.yaml': contract('hungry', '', 'limits: { memory: 64Mi }'),
    'tools/hungry/index.ts': `export default () => { const kept = []; for (;;) kept.push(Buffer.alloc(4 << 20, 1)); };`,
    'contracts/loud.yaml': contract('loud', '', 'limits: { output_bytes: 1000 }'),
    'tools/loud/index.ts': `export default () => 'x'.repeat(2000);`,
    'contracts/lies.yaml': contract('lies').replace(
      'output_schema: {}',
      'output_schema: { type: object, required: [n], properties: { n: { type: integer } } }',
    ),
    'tools/lies/index.ts': `export default () => ({ n: '1' });`,
    'contracts/broken.yaml': contract('broken'),
    'tools/broken/index.ts': `import './nowhere.ts'; export default () => 1;`,
  });
  registry = await open();
});
afterAll(async () => {
  for (const opened of registries) await opened.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a function tool', () => {
  test('T05 gets its input as it was given, and apart from it what its contract names', async () => {
    const outcome = await call('given', { id: 1, nested: { a: [null, '中'] } });
    expect(outcome).toMatchObject({
      ok: true,
      output: {
        input: { id: 1, nested: { a: [null, '中'] } },
        word: 'an asset',
        table: 'a,b',
        servers: { smtp: 'smtp://127.0.0.1:2525' },
        key: toolCall('given', {}).idempotencyKey,
        request: toolCall('given', {}).requestId,
      },
      sandbox: { provider: 'process', reused: false },
    });
    const names =
      'ToolError artifacts assets files idempotencyKey log requestId secrets servers signal task'.split(' ');
    expect(outcome.ok && isJsonObject(outcome.output) && outcome.output.names).toEqual(names);
  });

  test('logs under its request, without the secrets it was given', async () => {
    logged.length = 0;
    await call('given');
    expect(logged).toContainEqual({
      message: 'tool',
      fields: {
        request_id: toolCall('given', {}).requestId,
        tool: expect.stringMatching(/^given@1\.0\.0#/),
        line: 'using •••',
      },
    });
  });

  test.each([
    ['declared', { code: 'NO_ROWS', message: 'none in the month', retryable: false, effect: 'none' }],
    ['retryable', { code: 'BUSY', retryable: true, effect: 'maybe' }],
    ['overridden', { code: 'BUSY', retryable: false, effect: 'maybe', details: { seconds: 3 } }],
    ['project', { code: 'SERVICE_UNAVAILABLE', retryable: true, effect: 'none' }],
    ['undeclared', { code: 'CONTRACT_VIOLATION', effect: 'maybe' }],
    ['thrown', { code: 'TOOL_CRASHED', message: 'it threw TypeError', effect: 'maybe' }],
    ['rejected', { code: 'TOOL_CRASHED', effect: 'maybe' }],
    ['cyclic', { code: 'TOOL_CRASHED', effect: 'maybe' }],
  ])('failing by %s is told in the one shape', async (how, expected) => {
    verifies('T11');
    const outcome = await call('fails', { how });
    expect(outcome).toMatchObject({ ok: false, ...expected });
    expect(JSON.stringify(outcome)).not.toContain('private');
  });

  test('is told to stop, then killed, all before its time is over', async () => {
    verifies('T5');
    await registry.call(toolCall('sleeps', { cleanUp: true }, { timeoutMs: 4000 }), AbortSignal.abort());
    const cleaned = await call('sleeps', { cleanUp: true }, { timeoutMs: 1500 });
    expect(cleaned).toMatchObject({ ok: true, output: 'cleaned up' });
    const killed = await call('sleeps', { cleanUp: false }, { timeoutMs: 1500 });
    expect(killed).toMatchObject({ ok: false, code: 'EXECUTE_TIMEOUT', effect: 'maybe', retryable: false });
    expect(killed.executionTimeMs).toBeLessThan(2500);
  });

  test('that the caller gives up is cancelled; before it started, nothing has happened', async () => {
    const controller = new AbortController();
    const running = call('sleeps', { cleanUp: false }, {}, controller.signal);
    setTimeout(() => controller.abort(new Error('enough')), 1500);
    expect(await running).toMatchObject({ code: 'CANCELLED', effect: 'maybe' });
    const throwing = new AbortController();
    const stopped = call('sleeps', { throws: true }, {}, throwing.signal);
    setTimeout(() => throwing.abort(new Error('enough')), 1500);
    expect(await stopped).toMatchObject({ code: 'CANCELLED', effect: 'maybe' });
    expect(await call('sleeps', {}, {}, controller.signal)).toMatchObject({
      code: 'CANCELLED',
      effect: 'none',
    });
  });

  test('is held to its memory and its output', async () => {
    verifies('T5');
    expect(await call('hungry')).toMatchObject({ code: 'SANDBOX_OOM', retryable: false });
    expect(await call('loud')).toMatchObject({ code: 'SANDBOX_OUTPUT_LIMIT' });
  });

  test('is held to its output schema like any other', async () => {
    verifies('T3', 'T11');
    expect(await call('lies')).toMatchObject({
      code: 'CONTRACT_VIOLATION',
      details: { pointer: '/n', observed: 'string' },
    });
  });

  test('hands a file to the next step by reference, and reads its own task alone', async () => {
    const memory = new Map<string, JsonValue>();
    const task = {
      get: (key: string) => Promise.resolve(memory.get(key)),
      set: async (key: string, value: JsonValue) => {
        memory.set(key, value);
      },
    };
    const made = await call('makes', {}, { task });
    expect(made).toMatchObject({
      ok: true,
      output: { report: { name: '报告.txt', media_type: 'text/plain', bytes: 6 } },
    });
    const report = (made.ok ? made.output : null) as { report: JsonValue };
    expect(await call('reads', report, { task })).toMatchObject({
      ok: true,
      output: { text: '销售', made: true },
    });
    expect(await call('reads', report)).toMatchObject({ ok: true, output: { made: null } });
    expect(await call('reads', report, { subject: 'somebody else' })).toMatchObject({ code: 'TOOL_CRASHED' });
  });
});

describe('what is missing is told before anything runs', () => {
  test.each<[string, Partial<RegistryOptions>, string]>([
    ['a setting', { settings: {} }, 'NOT_CONFIGURED'],
    ['its file', { settings: { table: '/nowhere.csv' } }, 'NOT_CONFIGURED'],
    ['a server', { servers: {} }, 'NOT_CONFIGURED'],
    ['a secret', { secrets: createSecretSource({}) }, 'SECRET_MISSING'],
  ])('%s', async (_name, options, code) => {
    const other = await open(options);
    expect(await other.call(toolCall('given', {}), new AbortController().signal)).toMatchObject({
      code,
      effect: 'none',
    });
  });

  test('an entry that cannot be bundled', async () => {
    expect(await call('broken')).toMatchObject({ code: 'CONTRACT_INVALID', effect: 'none' });
    await expect(registry.warm()).rejects.toMatchObject({
      code: 'CONTRACT_INVALID',
      message: expect.stringContaining('nowhere'),
    });
  });
});
