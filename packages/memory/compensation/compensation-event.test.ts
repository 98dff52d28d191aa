import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createMemory } from '../create-memory.ts';
import { testKeys } from '../fixtures/keys.ts';
import { describeOnEachStore } from '../fixtures/stores.ts';
import type { Memory } from '../memory.ts';

type Recorded = Parameters<Memory['compensations']['record']>[0];

const pending = (request: string, change: Partial<Recorded> = {}): Recorded => ({
  scope: { tenant: 'acme', domain: 'retail', subject: 'u1' },
  requestId: request,
  stepId: `${request}/1`,
  step: 'debit',
  tool: 'refund',
  amountClass: 'under_1000',
  status: 'pending',
  code: 'COMPENSATION_FAILED',
  atMs: 1_000,
  source: 'conclusion 1',
  ...change,
});

describeOnEachStore('compensation events', (open) => {
  const begin = async () => {
    const clock = createFakeClock();
    const { store, reopen } = await open(clock);
    const remember = (on: typeof store) =>
      createMemory({ store: on, clock, keys: testKeys(), domains: [{ name: 'retail', fields: {} }] });
    return { store, memory: remember(store), restart: async () => remember(await reopen()) };
  };

  test('are listed after a restart without a session’s key, and the user is a pseudonym', async () => {
    const { memory, restart } = await begin();
    expect(await memory.compensations.record(pending('r1'))).toBe(true);
    const [found] = await (await restart()).compensations.list({ tenant: 'acme' });
    expect(found).toMatchObject({ requestId: 'r1', stepId: 'r1/1', amountClass: 'under_1000' });
    expect(found!.subject).toMatch(/^[0-9a-f]{32}$/);
  });

  test('one source tells of a step once; what was undone later is pending no more', async () => {
    const { memory } = await begin();
    await memory.compensations.record(pending('r1'));
    expect(await memory.compensations.record(pending('r1'))).toBe(false);
    await memory.compensations.record(pending('r1', { status: 'done', source: 'conclusion 2' }));
    expect(await memory.compensations.list({ tenant: 'acme' })).toEqual([]);
    expect(await memory.compensations.list({ tenant: 'acme', status: 'done' })).toHaveLength(1);
  });

  test('many are settled at once, each once, and none of another tenant', async () => {
    const { memory } = await begin();
    for (const request of ['r1', 'r2', 'r3']) await memory.compensations.record(pending(request));
    const other = { tenant: 'other', domain: 'retail', subject: 'u1' };
    await memory.compensations.record(pending('r4', { scope: other }));
    const ids = ['r1/1', 'r2/1', 'r4/1', 'nothing'];
    expect([...(await memory.compensations.settle('acme', ids))].sort()).toEqual(['r1/1', 'r2/1']);
    expect(await memory.compensations.settle('acme', ids)).toEqual([]);
    const left = await memory.compensations.list({ tenant: 'acme' });
    expect(left.map(({ stepId }) => stepId)).toEqual(['r3/1']);
    expect(await memory.compensations.list({ tenant: 'other' })).toHaveLength(1);
  });

  test('the database refuses to change or remove one', async () => {
    const { memory, store } = await begin();
    await memory.compensations.record(pending('r1'));
    const refused = { code: 'CONFLICT' };
    await expect(store.run("UPDATE compensation_event SET status = 'done'")).rejects.toMatchObject(refused);
    await expect(store.run('DELETE FROM compensation_event')).rejects.toMatchObject(refused);
  });
});
