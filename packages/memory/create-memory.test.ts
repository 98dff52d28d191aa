import { createTracer, type SpanRecord } from '@hermes-agent/core';
import { openSqlite, type Store } from '@hermes-agent/store';
import { createFakeClock } from '@hermes-agent/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemory } from './create-memory.ts';
import { testKeys } from './fixtures/keys.ts';
import type { Memory } from './memory.ts';

const keys = testKeys();
const phone = { purpose: 'calls', retention: 'permanent', type: 'string' } as const;
const domains = [
  { name: 'symptom-check', fields: { phone } },
  { name: 'appointment', fields: { phone } },
];
const SYMPTOMS = { tenant: 'clinic', domain: 'symptom-check', subject: 'u1', sessionId: 's1' };
const TRACE = { requestId: 'r1', turnId: 't1', sessionId: 's1' };

let store: Store;
let memory: Memory;
let spans: SpanRecord[];
const clock = createFakeClock();

beforeEach(async () => {
  spans = [];
  store = await openSqlite({ file: ':memory:', clock });
  const tracer = createTracer(clock, { write: (span) => spans.push(span) }, () => 'abcdabcdabcdabcd');
  memory = createMemory({ store, keys, domains, clock, tracer });
});
afterEach(async () => {
  await memory.close();
  await store.close();
});

describe('memory', () => {
  test('leaving a domain ends its temporary records at once, and refuses what comes late', async () => {
    const symptoms = memory.forConversation(SYMPTOMS);
    await symptoms.dialog.set('temperature', 38.5);
    await symptoms.task.set('1', 'temperature', 38.5);
    await memory.endSession(SYMPTOMS);
    expect(await symptoms.dialog.get('temperature')).toBeUndefined();
    expect(await symptoms.task.get('1', 'temperature')).toBeUndefined();
    await expect(symptoms.task.set('1', 'temperature', 39)).rejects.toMatchObject({ code: 'FENCE_STALE' });
  });

  test('M02 M13 the same ids in another domain, tenant or session are another place in every tier', async () => {
    const mine = memory.forConversation(SYMPTOMS);
    await memory.manager(SYMPTOMS).write({ phone: '1' }, { source: 's' });
    await mine.dialog.set('draft', 'x');
    await mine.task.set('1', 'draft', 'x');
    await memory.knowledge.import('symptom-check', [{ id: 'a', text: '发烧' }]);
    for (const other of [
      { domain: 'appointment' },
      { tenant: 'clinic-2' },
      { sessionId: 's2', subject: 'u2' },
    ]) {
      const scope = { ...SYMPTOMS, ...other };
      const theirs = memory.forConversation(scope);
      expect(await theirs.dialog.get('draft')).toBeUndefined();
      expect(await theirs.task.get('1', 'draft')).toBeUndefined();
      expect(await theirs.profile.read()).toEqual({});
      expect(await memory.forTool({ ...scope, taskId: '1' }).task.get('draft')).toBeUndefined();
    }
    const elsewhere = memory.forConversation({ ...SYMPTOMS, domain: 'appointment' });
    expect(await elsewhere.knowledge.search('发烧')).toEqual([]);
  });

  test('M02 a capability stays with its user, whatever becomes of the object it was asked for with', async () => {
    await memory.manager(SYMPTOMS).write({ phone: '1' }, { source: 's' });
    const scope = { ...SYMPTOMS };
    const mine = memory.forConversation(scope);
    Object.assign(scope, { subject: 'u2', domain: 'appointment' });
    expect(await mine.profile.read()).toEqual({ phone: '1' });
    expect(await memory.forConversation(scope).profile.read()).toEqual({});
  });

  test('every read and write is a span of its request, and none holds a value', async () => {
    const traced = { ...SYMPTOMS, trace: TRACE };
    await memory.manager(traced).write({ phone: '13800000000' }, { source: 'r1' });
    const conversation = memory.forConversation(traced);
    await conversation.profile.read();
    await conversation.dialog.set('draft', '13800000000');
    await conversation.task.get('1', 'draft');
    await memory.forTool({ ...traced, taskId: '1' }).knowledge.search('13800000000');
    await conversation.profile.read(['mood']).catch(() => {});
    expect(spans.map(({ name, code, requestId, attributes }) => [name, code, requestId, attributes])).toEqual(
      [
        ['profile.write', 'OK', 'r1', { domain: 'symptom-check', fields: 1 }],
        ['profile.read', 'OK', 'r1', { domain: 'symptom-check', fields: 1 }],
        ['dialog.set', 'OK', 'r1', { domain: 'symptom-check' }],
        ['task.get', 'OK', 'r1', { domain: 'symptom-check', found: false }],
        ['knowledge.search', 'OK', 'r1', { domain: 'symptom-check', hits: 0 }],
        ['profile.read', 'FIELD_NOT_DECLARED', 'r1', { domain: 'symptom-check' }],
      ],
    );
    expect(JSON.stringify(spans)).not.toContain('13800000000');
  });

  test('a scope that is not whole, or a domain that is not declared, is refused before anything is read', async () => {
    for (const missing of ['tenant', 'domain', 'subject', 'sessionId']) {
      for (const value of ['', undefined, 7, 'x'.repeat(300)]) {
        expect(() => memory.forConversation({ ...SYMPTOMS, [missing]: value })).toThrow(
          expect.objectContaining({ code: 'INVALID_ARGUMENT', where: `/${missing}` }),
        );
      }
    }
    expect(() => memory.forTool({ ...SYMPTOMS, taskId: '' })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
    await expect(memory.forConversation(SYMPTOMS).task.get('', 'draft')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      where: '/taskId',
    });
    expect(() => memory.manager({ ...SYMPTOMS, domain: 'symptom' })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', hint: 'Declared: symptom-check, appointment.' }),
    );
  });

  test('a store that was away at the first read is asked again at the next', async () => {
    let away = true;
    const flaky: Store = {
      ...store,
      async migrate(component, migrations) {
        if (away) throw new Error('away');
        await store.migrate(component, migrations);
      },
    };
    const { profile } = createMemory({ store: flaky, keys, domains }).forConversation(SYMPTOMS);
    await expect(profile.read()).rejects.toThrow('away');
    away = false;
    expect(await profile.read()).toEqual({});
  });

  test('close leaves no timer', async () => {
    await memory.forConversation(SYMPTOMS).dialog.set('draft', 1);
    await memory.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
