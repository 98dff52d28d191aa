import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createMemory } from '../create-memory.ts';
import { testKeys } from '../fixtures/keys.ts';
import { describeOnEachStore } from '../fixtures/stores.ts';

const DAY_MS = 86_400_000;
const purpose = 'offered again';

describeOnEachStore('sweep', (open) => {
  test('M09 erases what has outlived its retention, of every user and tenant, and nothing else', async () => {
    const clock = createFakeClock();
    const { store } = await open(clock);
    const memory = createMemory({
      store,
      clock,
      keys: testKeys(),
      domains: [
        {
          name: 'retail',
          fields: {
            phone: { purpose, retention: 'permanent', type: 'string' },
            visits: { purpose, retention: 'P30D', type: 'integer' },
          },
        },
      ],
    });
    const profile = (tenant: string, n: number) =>
      memory.manager({ tenant, domain: 'retail', subject: `u${n}` });
    for (let n = 0; n < 201; n += 1) await profile('acme', n).write({ visits: n }, { source: 's1' });
    await profile('other', 0).write({ visits: 1, phone: '1' }, { source: 's1' });
    await clock.advance(20 * DAY_MS);
    await profile('acme', 7).write({ visits: 8 }, { source: 's2' });
    expect(await memory.sweep()).toBe(0);
    await clock.advance(10 * DAY_MS);

    expect(await memory.sweep()).toBe(201);
    expect(await profile('acme', 7).read()).toEqual({ visits: 8 });
    expect(await profile('other', 0).read()).toEqual({ phone: '1' });
    expect((await profile('acme', 6).history('visits')).map(({ state }) => state)).toEqual(['erased']);
    expect(await store.all('SELECT DISTINCT reason FROM memory_audit')).toEqual([{ reason: 'retention' }]);
    expect(await memory.sweep()).toBe(0);
    const aborted = AbortSignal.abort(new Error('stopping'));
    await expect(memory.sweep(aborted)).rejects.toThrow('stopping');
  });
});
