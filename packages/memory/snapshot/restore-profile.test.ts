import type { Store } from '@hermes-agent/store';
import { expect, test } from 'vitest';
import { createMemory } from '../create-memory.ts';
import { testKeys } from '../fixtures/keys.ts';
import { describeOnEachStore } from '../fixtures/stores.ts';
import type { ProfileManager } from '../memory.ts';

const field = { purpose: 'offered again', retention: 'permanent', type: 'string' } as const;
const profileOn = (store: Store): ProfileManager =>
  createMemory({
    store,
    keys: testKeys(),
    domains: [{ name: 'retail', fields: { phone: field, address: field, size: field } }],
  }).manager({ tenant: 'acme', domain: 'retail', subject: 'u1' });

describeOnEachStore('restore', (open) => {
  test('takes every field back to one version, as new versions that can be taken back again', async () => {
    const profile = profileOn((await open()).store);
    const first = await profile.write({ phone: '1', address: 'x' }, { source: 's1' });
    await profile.write({ phone: '2', size: 'L' }, { source: 's2' });
    const last = await profile.remove('address', { source: 's3' });
    expect(await profile.restore(first.seq!, { source: 'back' })).toEqual(['address', 'phone', 'size']);
    expect(await profile.read()).toEqual({ phone: '1', address: 'x' });
    expect(await profile.restore(first.seq!, { source: 'back' })).toEqual([]);
    expect(await profile.restore(last.seq!, { source: 'forth' })).toEqual(['address', 'phone', 'size']);
    expect(await profile.read()).toEqual({ phone: '2', size: 'L' });
    expect((await profile.history('phone')).map(({ source }) => source)).toEqual([
      'forth',
      'back',
      's2',
      's1',
    ]);
  });

  test('M06 what was erased stays erased, before and after a restart', async () => {
    const { store, reopen } = await open();
    const profile = profileOn(store);
    const { seq } = await profile.write({ phone: '1', address: 'x' }, { source: 's1' });
    await profile.write({ phone: '2' }, { source: 's2' });
    await profile.erase('address');
    await profile.restore(seq!, { source: 'back' });
    expect(await profile.read()).toEqual({ phone: '1' });
    expect(await profileOn(await reopen()).read()).toEqual({ phone: '1' });
  });
});
