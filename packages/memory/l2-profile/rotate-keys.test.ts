import type { Store } from '@hermes-agent/store';
import { expect, test } from 'vitest';
import { createMemory } from '../create-memory.ts';
import { keyBytes, testKeys } from '../fixtures/keys.ts';
import { describeOnEachStore } from '../fixtures/stores.ts';
import type { KeyProvider } from '../key/key-provider.ts';
import { createKeyRing } from '../key/key-ring.ts';
import type { Memory } from '../memory.ts';

const memoryOn = (store: Store, keys: KeyProvider): Memory =>
  createMemory({
    store,
    keys,
    domains: [
      { name: 'retail', fields: { phone: { purpose: 'calls', retention: 'permanent', type: 'string' } } },
    ],
  });
const DOMAIN = { tenant: 'acme', domain: 'retail' };
const user = (n: number) => ({ ...DOMAIN, subject: `u${n}` });
const BAGS = 130;

async function writeProfiles(store: Store): Promise<void> {
  const memory = memoryOn(store, testKeys('k1'));
  for (let n = 0; n < BAGS; n += 1) await memory.manager(user(n)).write({ phone: `${n}` }, { source: 's' });
}

async function readSome(memory: Memory): Promise<unknown[]> {
  const profiles = await Promise.all([0, 64, BAGS - 1].map((n) => memory.manager(user(n)).read()));
  return profiles.map(({ phone }) => phone);
}

describeOnEachStore('key rotation', (open) => {
  test('M10 stopped half-way everything is readable; started again it ends, and the old key may go', async () => {
    const { store } = await open();
    await writeProfiles(store);
    const stop = new AbortController();
    const stoppingStore: Store = {
      ...store,
      async transaction(work) {
        const result = await store.transaction(work);
        stop.abort(new Error('stopped'));
        return result;
      },
    };
    const both = testKeys('k2', 'k1');
    await expect(memoryOn(stoppingStore, both).rotateKeys(DOMAIN, stop.signal)).rejects.toThrow('stopped');
    const [counts] = await store.all<{ old: number; fresh: number }>(
      `SELECT SUM(CASE WHEN key_id = 'k1' THEN 1 ELSE 0 END) AS old,
         SUM(CASE WHEN key_id = 'k2' THEN 1 ELSE 0 END) AS fresh FROM profile_keybag`,
    );
    expect(counts).toEqual({ old: 30, fresh: 100 });
    expect(await readSome(memoryOn(store, both))).toEqual(['0', '64', '129']);

    expect(await memoryOn(store, both).rotateKeys(DOMAIN)).toEqual({ resealed: 30, failed: 0 });
    expect(await memoryOn(store, both).rotateKeys(DOMAIN)).toEqual({ resealed: 0, failed: 0 });
    expect(await readSome(memoryOn(store, testKeys('k2')))).toEqual(['0', '64', '129']);
  });

  test('M10 a bag under a lost key fails alone and closed', async () => {
    const { store } = await open();
    await memoryOn(store, testKeys('k3')).manager(user(0)).write({ phone: '0' }, { source: 's' });
    await memoryOn(store, testKeys('k1')).manager(user(1)).write({ phone: '1' }, { source: 's' });
    const memory = memoryOn(store, testKeys('k2', 'k1'));
    expect(await memory.rotateKeys(DOMAIN)).toEqual({ resealed: 1, failed: 1 });
    expect(await memory.manager(user(1)).read()).toEqual({ phone: '1' });
    await expect(memory.manager(user(0)).read()).rejects.toMatchObject({
      code: 'KEY_UNKNOWN',
      details: { keyId: 'k3' },
    });
  });

  test('M10 the key of another domain is an authentication error, never garbage', async () => {
    const { store } = await open();
    await memoryOn(store, testKeys('k1')).manager(user(0)).write({ phone: '0' }, { source: 's' });
    const impostor = createKeyRing({
      current: 'k1',
      keys: new Map([['k1', keyBytes(7)]]),
      indexKey: keyBytes(9),
    });
    await expect(memoryOn(store, impostor).manager(user(0)).read()).rejects.toMatchObject({
      code: 'DECRYPTION_FAILED',
    });
  });

  test('M10 a version under an unknown data key spoils neither its neighbours nor the log', async () => {
    const { store } = await open();
    const memory = memoryOn(store, testKeys('k1'));
    await memory.manager(user(0)).write({ phone: '0' }, { source: 's' });
    await store.run(
      `INSERT INTO profile_version (tenant, domain, subject, field, source, origin, at_ms, kept_from_ms, data_key_id, sealed)
       SELECT tenant, domain, subject, field, 'later', origin, at_ms, kept_from_ms, 'gone', sealed FROM profile_version`,
    );
    expect(await memory.manager(user(0)).readAll()).toEqual({ values: {}, unreadable: ['phone'] });
    await memory.manager(user(0)).write({ phone: '1' }, { source: 's3' });
    expect(await memory.manager(user(0)).read()).toEqual({ phone: '1' });
  });
});
