import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import { createFakeClock, verifies } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemory } from '../create-memory.ts';
import type { DomainDeclaration } from '../domain/declaration.ts';
import { keyBytes, testKeys } from '../fixtures/keys.ts';
import { describeOnEachStore } from '../fixtures/stores.ts';
import { createKeyRing } from '../key/key-ring.ts';
import type { Memory } from '../memory.ts';

const keys = testKeys();
const purpose = 'offered at the next order';
const retail: DomainDeclaration = {
  name: 'retail',
  fields: {
    phone: { purpose, retention: 'permanent', type: 'string' },
    address: { purpose, retention: 'permanent', type: 'string' },
    visits: { purpose, retention: 'P30D', type: 'integer' },
  },
};
const wealth: DomainDeclaration = {
  name: 'wealth',
  fields: { phone: { purpose, retention: 'permanent', type: 'string' } },
};
const ACME = { tenant: 'acme', domain: 'retail', subject: 'u1' };

const memoryOn = (store: Store, clock?: Clock): Memory =>
  createMemory({ store, keys, domains: [retail, wealth], ...(clock === undefined ? {} : { clock }) });

describeOnEachStore('L2', (open) => {
  test('M08 a write merges field by field; what it does not mention stays', async () => {
    const profile = memoryOn((await open()).store).manager(ACME);
    await profile.write({ phone: '1', address: 'x' }, { source: 's1' });
    await profile.write({ phone: '2' }, { source: 's2' });
    expect(await profile.read()).toEqual({ phone: '2', address: 'x' });
    await profile.remove('address', { source: 's3' });
    expect(await profile.read()).toEqual({ phone: '2' });
    const history = await profile.history('phone');
    expect(history.map(({ state, source }) => [state, source])).toEqual([
      ['current', 's2'],
      ['deprecated', 's1'],
    ]);
    expect((await profile.history('address')).map(({ state }) => state)).toEqual(['removed', 'deprecated']);
  });

  test('what is remembered is there after a restart', async () => {
    const { store, reopen } = await open();
    await memoryOn(store).manager(ACME).write({ address: '北京市海淀区' }, { source: 's1' });
    await store.close();
    const conversation = memoryOn(await reopen()).forConversation({ ...ACME, sessionId: 'after' });
    expect(await conversation.profile.read()).toEqual({ address: '北京市海淀区' });
  });

  test('a step is learnt from once, however often it is repeated', async () => {
    const profile = memoryOn((await open()).store).manager(ACME);
    const writes = await Promise.all(
      Array.from({ length: 5 }, () => profile.write({ phone: '1' }, { source: 'step/1' })),
    );
    expect(writes.filter(({ written }) => written.length > 0)).toHaveLength(1);
    expect(await profile.history('phone')).toHaveLength(1);
    await expect(profile.write({ phone: '2' }, { source: '' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      where: '/source',
    });
  });

  test('the first writes of two processes meet in one profile', async () => {
    const { store, reopen } = await open();
    const writers = [memoryOn(store), memoryOn(await reopen())];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        writers[n % 2]!.manager({ ...ACME, subject: `u${n % 5}` }).write({ phone: '1' }, { source: `s${n}` }),
      ),
    );
    for (let n = 0; n < 5; n += 1) {
      const profile = writers[0]!.manager({ ...ACME, subject: `u${n}` });
      expect(await profile.readAll()).toEqual({ values: { phone: '1' }, unreadable: [] });
      expect(await profile.history('phone')).toHaveLength(4);
    }
  });

  test('only declared fields of the declared type are stored, all or none', async () => {
    verifies('R13');
    const profile = memoryOn((await open()).store).manager(ACME);
    await expect(profile.write({ phone: '1', mood: 'angry' }, { source: 's1' })).rejects.toMatchObject({
      code: 'FIELD_NOT_DECLARED',
      hint: expect.stringContaining('phone, address'),
    });
    await expect(profile.write({ phone: '1', visits: 1.5 }, { source: 's1' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      where: '/retail/fields/visits',
    });
    await expect(profile.write({ phone: 'x'.repeat(5_000) }, { source: 's1' })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    await expect(profile.read(['mood'])).rejects.toMatchObject({ code: 'FIELD_NOT_DECLARED' });
    expect(await profile.read()).toEqual({});
  });

  test('M09 each field has its own end; a read past it finds nothing and revives nothing', async () => {
    const clock = createFakeClock();
    const { store } = await open(clock);
    const profile = memoryOn(store, clock).manager(ACME);
    await profile.write({ phone: '1', visits: 3 }, { source: 's1' });
    await clock.advance(30 * 86_400_000 - 1);
    expect(await profile.read(['visits'])).toEqual({ visits: 3 });
    await clock.advance(1);
    expect(await profile.read()).toEqual({ phone: '1' });
    const [expired] = await profile.history('visits');
    await profile.write({ visits: 4 }, { source: 's2' });
    await profile.restore(expired!.seq, { source: 'back' });
    expect(await profile.read()).toEqual({ phone: '1' });
  });

  test('M02 M13 no user, tenant or domain sees another, prefixes of their names included', async () => {
    const memory = memoryOn((await open()).store);
    await memory.manager(ACME).write({ phone: '1' }, { source: 's1' });
    for (const other of [
      { subject: 'u' },
      { subject: 'u11' },
      { tenant: 'acme-corp' },
      { domain: 'wealth' },
    ]) {
      expect(await memory.manager({ ...ACME, ...other }).read()).toEqual({});
    }
    for (const missing of ['tenant', 'domain', 'subject']) {
      expect(() => memory.manager({ ...ACME, [missing]: '' })).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT', where: `/${missing}` }),
      );
    }
  });

  test('a session half of the key is needed for what was written with one', async () => {
    const memory = memoryOn((await open()).store);
    const owner = memory.manager({ ...ACME, sessionKey: keyBytes(5) });
    await owner.write({ phone: '1' }, { source: 's1' });
    expect(await owner.read()).toEqual({ phone: '1' });
    for (const half of [{}, { sessionKey: keyBytes(6) }]) {
      const stranger = memory.manager({ ...ACME, ...half });
      await expect(stranger.read()).rejects.toMatchObject({ code: 'DECRYPTION_FAILED' });
      await expect(stranger.write({ phone: '2' }, { source: 's2' })).rejects.toMatchObject({
        code: 'DECRYPTION_FAILED',
      });
    }
  });

  test('a record moved to another field, user or domain opens nowhere', async () => {
    const { store } = await open();
    const memory = memoryOn(store);
    const profile = memory.manager(ACME);
    await profile.write({ phone: '13800000000', address: 'x' }, { source: 's1' });
    // What someone with write access to the database would try.
    await store.run(
      `INSERT INTO profile_version (tenant, domain, subject, field, source, origin, at_ms, kept_from_ms, data_key_id, sealed)
       SELECT tenant, domain, subject, 'address', 'forged', origin, at_ms, kept_from_ms, data_key_id, sealed
       FROM profile_version WHERE field = 'phone'`,
    );
    expect(await profile.readAll()).toEqual({ values: { phone: '13800000000' }, unreadable: ['address'] });
    await store.run("UPDATE profile_keybag SET domain = 'wealth', subject = $1", [
      await pseudonymIn(store, memory, 'wealth'),
    ]);
    await expect(memory.manager({ ...ACME, domain: 'wealth' }).read()).rejects.toMatchObject({
      code: 'DECRYPTION_FAILED',
    });
  });

  test('versions are never changed or deleted', async () => {
    const { store } = await open();
    await memoryOn(store).manager(ACME).write({ phone: '1' }, { source: 's1' });
    for (const tampering of [
      'DELETE FROM profile_version',
      'UPDATE profile_version SET at_ms = 0',
      "UPDATE profile_version SET sealed = sealed, source = 'other'",
      "UPDATE profile_version SET sealed = NULL, erased_ms = 1, source = 'other'",
    ]) {
      await expect(store.run(tampering), tampering).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });

  test('neither values nor user ids stand in the store', async () => {
    const { store, folder } = await open();
    const subject = 'alice@example.com';
    await memoryOn(store)
      .manager({ ...ACME, subject })
      .write({ address: '北京市海淀区中关村' }, { source: 's1' });
    const rows = await store.all('SELECT * FROM profile_version');
    const dump = [JSON.stringify(rows), ...(await filesOf(folder))].join('\n');
    expect(dump).not.toContain('中关村');
    expect(dump).not.toContain('alice');
  });

  test('another index key is refused instead of showing everyone an empty profile', async () => {
    const { store } = await open();
    await memoryOn(store).manager(ACME).write({ phone: '1' }, { source: 's1' });
    const other = createKeyRing({
      current: 'k1',
      keys: new Map([['k1', keyBytes(1)]]),
      indexKey: keyBytes(8),
    });
    const profile = createMemory({ store, keys: other, domains: [retail] }).manager(ACME);
    await expect(profile.read()).rejects.toMatchObject({ code: 'KEY_UNKNOWN' });
  });

  test('is, for any mix of writers, a map from (user, field) to the last write', {
    timeout: 60_000,
  }, async () => {
    const memory = memoryOn((await open()).store);
    let run = 0;
    const write = fc.record({
      subject: fc.constantFrom('u1', 'u2'),
      domain: fc.constantFrom('retail', 'wealth'),
      field: fc.constantFrom('phone', 'address'),
      value: fc.option(
        fc.string({ maxLength: 8 }).filter((text) => text.isWellFormed()),
        { nil: null },
      ),
      source: fc.integer({ min: 0, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
        run += 1;
        const tenant = `tenant-${run}`;
        const model = new Map<string, Map<string, string>>();
        const states: { seq: number; key: string; state: Map<string, string> }[] = [];
        const done = new Set<string>();
        for (const { subject, domain, field, value, source } of writes) {
          if (domain === 'wealth' && field === 'address') continue;
          const profile = memory.manager({ tenant, domain, subject });
          const origin = { source: `step/${source}` };
          const receipt =
            value === null
              ? await profile.remove(field, origin)
              : await profile.write({ [field]: value }, origin);
          const key = `${domain}/${subject}`;
          const repeated = done.has(`${key}/${field}/${source}`);
          expect(receipt.written).toEqual(repeated ? [] : [field]);
          if (repeated) continue;
          done.add(`${key}/${field}/${source}`);
          const state = new Map(model.get(key));
          if (value === null) state.delete(field);
          else state.set(field, value.normalize('NFC'));
          model.set(key, state);
          states.push({ seq: receipt.seq!, key, state });
        }
        for (const subject of ['u1', 'u2']) {
          for (const domain of ['retail', 'wealth']) {
            const expected = Object.fromEntries(model.get(`${domain}/${subject}`) ?? []);
            expect(await memory.manager({ tenant, domain, subject }).read()).toEqual(expected);
          }
        }
        for (const { seq, key, state } of states) {
          const [domain, subject] = key.split('/') as [string, string];
          const { values } = await memory.manager({ tenant, domain, subject }).readAll(seq);
          expect(values).toEqual(Object.fromEntries(state));
        }
      }),
      { numRuns: 25 },
    );
  });
});

async function pseudonymIn(store: Store, memory: Memory, domain: string): Promise<string> {
  await memory.manager({ ...ACME, domain }).write({ phone: '0' }, { source: 's0' });
  const [row] = await store.all<{ subject: string }>('SELECT subject FROM profile_keybag WHERE domain = $1', [
    domain,
  ]);
  await store.run('DELETE FROM profile_keybag WHERE domain = $1', [domain]);
  return row!.subject;
}

async function filesOf(folder: string | null): Promise<string[]> {
  if (folder === null) return [];
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
