import type { Store } from '@hermes-agent/store';
import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createMemory } from '../create-memory.ts';
import { testKeys } from '../fixtures/keys.ts';
import { describeOnEachStore } from '../fixtures/stores.ts';
import type { Memory } from '../memory.ts';

const field = { purpose: 'offered again', retention: 'permanent', type: 'string' } as const;
const clock = createFakeClock();
const memoryOn = (store: Store): Memory =>
  createMemory({
    store,
    clock,
    keys: testKeys(),
    domains: [
      { name: 'retail', fields: { phone: field, address: field } },
      { name: 'wealth', fields: { phone: field } },
    ],
  });
const U1 = { tenant: 'acme', domain: 'retail', subject: 'u1' };

const audit = (store: Store) =>
  store.all<{ field: string; reason: string; versions: number }>(
    'SELECT field, reason, versions FROM memory_audit ORDER BY entry',
  );

describeOnEachStore('erasure', (open) => {
  test('takes one field in all its versions, leaves the rest, and says so in the audit log', async () => {
    const { store } = await open();
    const profile = memoryOn(store).manager(U1);
    await profile.write({ phone: '1', address: 'x' }, { source: 's1' });
    await profile.write({ address: 'y' }, { source: 's2' });
    expect(await profile.erase('address')).toBe(2);
    expect(await profile.read()).toEqual({ phone: '1' });
    expect((await profile.history('address')).map(({ state }) => state)).toEqual(['erased', 'erased']);
    expect(await audit(store)).toEqual([{ field: 'address', reason: 'user_request', versions: 2 }]);
    for (const tampering of ['DELETE FROM memory_audit', 'UPDATE memory_audit SET versions = 0']) {
      await expect(store.run(tampering)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });

  test('shreds: the old ciphertext put back from a backup no longer opens', async () => {
    const { store } = await open();
    const profile = memoryOn(store).manager(U1);
    await profile.write({ phone: '1' }, { source: 's1' });
    const [backup] = await store.all<{ sealed: Uint8Array; data_key_id: string; subject: string }>(
      'SELECT sealed, data_key_id, subject FROM profile_version',
    );
    await profile.erase('phone');
    await profile.write({ phone: '2' }, { source: 's2' });
    await store.run(
      `INSERT INTO profile_version (tenant, domain, subject, field, source, origin, at_ms, kept_from_ms, data_key_id, sealed)
       VALUES ('acme', 'retail', $1, 'phone', 'restored', 's1', 0, 0, $2, $3)`,
      [backup!.subject, backup!.data_key_id, backup!.sealed],
    );
    expect(await profile.readAll()).toEqual({ values: {}, unreadable: ['phone'] });
  });

  test('M01 forgetting one user leaves every other, and says how much went', async () => {
    const memory = memoryOn((await open()).store);
    const u2 = { ...U1, subject: 'u2' };
    const elsewhere = { ...U1, domain: 'wealth' };
    for (const scope of [U1, u2, elsewhere])
      await memory.manager(scope).write({ phone: '1' }, { source: 's' });
    await memory.manager(U1).write({ address: 'x' }, { source: 's' });
    expect(await memory.manager(U1).eraseAll()).toBe(2);
    expect(await memory.manager(U1).read()).toEqual({});
    expect(await memory.manager(u2).read()).toEqual({ phone: '1' });
    expect(await memory.manager(elsewhere).read()).toEqual({ phone: '1' });
    expect(() => memory.manager({ ...U1, subject: '' })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
    expect(await memory.manager(U1).eraseAll()).toBe(0);
  });

  test('a late or repeated write of what was learnt before brings nothing back; a new one may', async () => {
    const profile = memoryOn((await open()).store).manager(U1);
    const learnedMs = clock.now();
    await profile.write({ phone: '1' }, { source: 's1' });
    await profile.erase('phone');
    await profile.erase('address');
    await profile.write({ phone: '1' }, { source: 's1' });
    await profile.write({ phone: '1', address: 'x' }, { source: 's2', learnedMs });
    expect(await profile.read()).toEqual({});
    await clock.advance(1);
    await profile.write({ phone: '3' }, { source: 's3', learnedMs: clock.now() });
    expect(await profile.read()).toEqual({ phone: '3' });
  });

  test('caches forget first', async () => {
    const memory = memoryOn((await open()).store);
    const conversation = memory.forConversation({ ...U1, sessionId: 's1' });
    const other = memory.forConversation({ ...U1, subject: 'u2', sessionId: 's2' });
    for (const { dialog } of [conversation, other]) await dialog.set('draft', 'x');
    await memory.manager(U1).erase('address');
    expect(await conversation.dialog.get('draft')).toBeUndefined();
    expect(await other.dialog.get('draft')).toBe('x');
    await memory.close();
  });
});
