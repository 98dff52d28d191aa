import { describe, expect, test } from 'vitest';
import { failed, succeeded } from '../fixture/history.ts';
import { type RetiredExecution, retire } from '../retention/retire.ts';
import { claimAll, freshOrder, type OpenStoreUnderTest, openEach, report } from './opened.ts';

const EVER = Number.MAX_SAFE_INTEGER;

export function retentionConformance(openStore: OpenStoreUnderTest): void {
  describe('retention', () => {
    const open = openEach(openStore);

    test('what ended long ago leaves whole; what is open, or waits for a person, or was not read, stays', async () => {
      const { journal, store, clock } = await open();
      const [ended, lost, running] = [freshOrder(), freshOrder(), freshOrder()];
      await journal.submit(ended);
      await journal.submit(lost);
      const claims = await claimAll(journal);
      await report(journal, claims[0]!, succeeded({ paid: true }));
      await report(journal, claims[1]!, failed('CONNECTION_LOST', { effect: 'maybe' }));
      for (let sweep = 0; sweep < 5; sweep += 1) {
        clock.advance(60_000);
        await journal.sweep(10);
      }
      await journal.submit(running);
      clock.advance(1_000_000);
      const kept: RetiredExecution[] = [];
      const keep = async (executions: readonly RetiredExecution[]): Promise<void> =>
        void kept.push(...executions);
      const { sequence } = (await journal.conclusionOf(ended.requestId))!;

      expect(await retire(store, { endedBefore: EVER, readUpTo: sequence - 1 }, keep)).toBe(0);
      expect(await retire(store, { endedBefore: 0, readUpTo: EVER }, keep)).toBe(0);
      expect(await retire(store, { endedBefore: EVER, readUpTo: EVER }, keep)).toBe(1);
      expect(await retire(store, { endedBefore: EVER, readUpTo: EVER }, keep)).toBe(0);
      expect(kept).toMatchObject([{ id: ended.requestId, conclusions: [{ status: 'succeeded' }] }]);
      expect(kept[0]!.messages).toHaveLength(3);
      expect(await journal.get(ended.requestId)).toBeNull();
      expect(await journal.messagesOf(ended.requestId)).toEqual([]);
      expect(await journal.get(lost.requestId)).toMatchObject({ phase: { name: 'attention' } });
      expect(await journal.get(running.requestId)).not.toBeNull();
    });

    test('the database lets nothing leave by another way', async () => {
      const { journal, store } = await open();
      const order = freshOrder();
      await journal.submit(order);
      await expect(store.run('DELETE FROM bus_message')).rejects.toThrow();
      await expect(
        store.run('INSERT INTO bus_retiring (id) VALUES ($1)', [order.requestId]),
      ).rejects.toThrow();
      const [claim] = await claimAll(journal);
      await report(journal, claim!, succeeded());
      await expect(store.run('DELETE FROM bus_message')).rejects.toThrow();
      await expect(store.run("UPDATE bus_message SET body = '{}'")).rejects.toThrow();
    });

    test('what cannot be kept elsewhere stays', async () => {
      const { journal, store } = await open();
      const order = freshOrder();
      await journal.submit(order);
      const [claim] = await claimAll(journal);
      await report(journal, claim!, succeeded());
      const full = new Error('disk full');
      const failing = retire(store, { endedBefore: EVER, readUpTo: EVER }, () => Promise.reject(full));
      await expect(failing).rejects.toBe(full);
      expect(await journal.get(order.requestId)).not.toBeNull();
    });
  });
}
