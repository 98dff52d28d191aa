import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createMemory } from '../create-memory.ts';
import { testKeys } from '../fixtures/keys.ts';
import { describeOnEachStore } from '../fixtures/stores.ts';

const li = { tenant: 'acme', domain: 'retail', subject: 'li' };

describeOnEachStore('subject keys', (open) => {
  const begin = async () => {
    const clock = createFakeClock();
    const { store, reopen } = await open(clock);
    const remember = (on: typeof store) =>
      createMemory({ store: on, clock, keys: testKeys(), domains: [{ name: 'retail', fields: {} }] });
    return { clock, memory: remember(store), restart: async () => remember(await reopen()) };
  };

  test('seal and open, also after a restart; equal texts give equal tokens of one user alone', async () => {
    const { memory, restart } = await begin();
    const key = await memory.subjectKeys.of(li);
    const token = key.seal('上海市长宁区');
    expect(token).toBe((await memory.subjectKeys.of(li)).seal('上海市长宁区'));
    expect(token).not.toBe((await memory.subjectKeys.of({ ...li, subject: 'wang' })).seal('上海市长宁区'));
    expect(token).not.toContain(Buffer.from('上海').toString('base64url'));
    const later = await restart();
    expect((await later.subjectKeys.opening(token))!.open(token)).toBe('上海市长宁区');
    expect((await later.subjectKeys.of(li)).digest('x')).toBe(key.digest('x'));
  });

  test('an erasure destroys the key for good; the user’s next records have another', async () => {
    const { memory, restart, clock } = await begin();
    const other = await restart();
    const token = (await memory.subjectKeys.of(li)).seal('secret');
    expect(await other.subjectKeys.opening(token)).not.toBeNull();
    await memory.manager(li).eraseAll();
    expect(await memory.subjectKeys.opening(token)).toBeNull();
    await clock.advance(60_000);
    expect(await other.subjectKeys.opening(token)).toBeNull();
    const fresh = await memory.subjectKeys.of(li);
    expect(fresh.seal('secret')).not.toBe(token);
    expect(() => fresh.open(token)).toThrow(expect.objectContaining({ code: 'DECRYPTION_FAILED' }));
  });
});
