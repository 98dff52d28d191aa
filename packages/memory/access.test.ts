import { openSqlite } from '@hermes-agent/store';
import { createFakeClock, verifies } from '@hermes-agent/testkit';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { ACCESS } from './access.ts';
import { createMemory } from './create-memory.ts';
import { testKeys } from './fixtures/keys.ts';
import type { ConversationMemory, Memory, ToolMemory } from './memory.ts';

const SESSION = { tenant: 'acme', domain: 'retail', subject: 'u1', sessionId: 's1' };
let memory: Memory;
let conversation: ConversationMemory;
let tool: ToolMemory;

beforeAll(async () => {
  memory = createMemory({
    store: await openSqlite({ file: ':memory:' }),
    clock: createFakeClock(),
    keys: testKeys(),
    domains: [
      { name: 'retail', fields: { phone: { purpose: 'calls', retention: 'permanent', type: 'string' } } },
      { name: 'wealth', fields: {} },
    ],
  });
  await memory.manager(SESSION).write({ phone: '1' }, { source: 's' });
  conversation = memory.forConversation(SESSION);
  tool = memory.forTool({ tenant: 'acme', domain: 'retail', sessionId: 's1', taskId: '1' });
});
afterAll(() => memory.close());

describe('the access matrix', () => {
  test('each role holds its row and nothing else', () => {
    for (const [role, capability] of [
      ['conversation', conversation],
      ['tool', tool],
    ] as const) {
      const row: Record<string, readonly string[]> = ACCESS[role];
      expect(Object.keys(capability)).toEqual(Object.keys(row));
      for (const [tier, verbs] of Object.entries(row)) {
        expect(Object.keys(Reflect.get(capability, tier))).toEqual(verbs);
      }
    }
  });

  test('whatever is outside a row is ACCESS_DENIED, by type and at run time', () => {
    verifies('R1', 'R5');
    const denied = expect.objectContaining({ code: 'ACCESS_DENIED' });
    expectTypeOf<keyof ToolMemory>().toEqualTypeOf<'task' | 'knowledge'>();
    expectTypeOf<keyof ConversationMemory['profile']>().toEqualTypeOf<'read'>();
    expectTypeOf<keyof ConversationMemory['knowledge']>().toEqualTypeOf<'search'>();
    // @ts-expect-error a tool holds no profile
    expect(() => tool.profile).toThrow(denied);
    // @ts-expect-error a tool holds no dialog
    expect(() => tool.dialog).toThrow(denied);
    // @ts-expect-error a tool does not end its task
    expect(() => tool.task.end).toThrow(denied);
    // @ts-expect-error conversation does not write a profile
    expect(() => conversation.profile.write).toThrow(denied);
    // @ts-expect-error conversation does not import knowledge
    expect(() => conversation.knowledge.import).toThrow(denied);
    expect(() => Reflect.get(tool, 'constructor')).toThrow(denied);
    expect(() => Reflect.get(tool, '__proto__')).toThrow(denied);
  });

  test('a capability cannot be widened or rebound', async () => {
    for (const capability of [tool, tool.task, conversation.profile]) {
      expect(Object.getPrototypeOf(capability)).toBeNull();
      expect(Reflect.set(capability, 'profile', {})).toBe(false);
      expect(Reflect.defineProperty(capability, 'profile', { value: {} })).toBe(false);
      expect(Reflect.setPrototypeOf(capability, {})).toBe(false);
    }
    const read = conversation.profile.read;
    expect(await read.call({ address: { subject: 'u2' } })).toEqual({ phone: '1' });
  });

  test('survives what a language does to any object', async () => {
    expect(await Promise.resolve(tool)).toBe(tool);
    expect(JSON.stringify(tool)).toBe('{"task":{},"knowledge":{}}');
  });

  test('a tool shares the task it was called for with the conversation, and no other', async () => {
    await conversation.task.set('1', 'upload', { sent: 3 });
    await conversation.task.set('2', 'upload', { sent: 0 });
    expect(await tool.task.get('upload')).toEqual({ sent: 3 });
    await tool.task.set('upload', { sent: 4 });
    expect(await conversation.task.get('1', 'upload')).toEqual({ sent: 4 });
    expect(await conversation.task.get('2', 'upload')).toEqual({ sent: 0 });
    await conversation.task.end('1');
    await expect(tool.task.set('upload', { sent: 5 })).rejects.toMatchObject({ code: 'FENCE_STALE' });
    expect(await tool.task.get('upload')).toBeUndefined();
  });
});
