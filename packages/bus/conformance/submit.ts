import { describe, expect, test } from 'vitest';
import { succeeded } from '../fixture/history.ts';
import { claimAll, freshOrder, type OpenStoreUnderTest, openEach, report } from './opened.ts';

export function submitConformance(openStore: OpenStoreUnderTest): void {
  describe('submitting', () => {
    const open = openEach(openStore);

    test('is accepted once, however often and from wherever it comes', async () => {
      const { journal, connect } = await open();
      const other = (await connect()).journal;
      const one = freshOrder();
      const answers = await Promise.all(
        [journal, other, journal, other, journal].map((each) => each.submit({ ...one, traceparent: 'x' })),
      );
      expect(answers.map(({ type }) => type).sort()).toEqual(['accepted', ...Array(4).fill('duplicate')]);
      expect((await journal.messagesOf(one.requestId)).map(({ type }) => type)).toEqual(['EXECUTE_REQUEST']);
    });

    test('the same id with another body is refused, and the difference is named', async () => {
      const { journal } = await open();
      const one = freshOrder({}, { input: { amount: 100, to: 'x' } });
      await journal.submit(one);
      const changed = { ...one, steps: [{ ...one.steps[0]!, input: { amount: 120, to: 'x' } }] };
      expect(await journal.submit(changed)).toEqual({ type: 'conflict', where: '/steps/0/input/amount' });
      expect((await claimAll(journal)).length).toBe(1);
    });

    test('state and message are one: after a failing transaction neither is there', async () => {
      const { journal, store } = await open();
      const one = freshOrder();
      await store.run('DROP TABLE bus_message');
      await expect(journal.submit(one)).rejects.toThrow();
      expect(await journal.get(one.requestId)).toBeNull();
    });

    test('an order that was cancelled before it came is kept out', async () => {
      const { journal, connect } = await open();
      const one = freshOrder();
      expect(await journal.cancel(one.requestId, 'no longer wanted')).toMatchObject({ verdict: 'applied' });
      expect(await (await connect()).journal.submit(one)).toEqual({ type: 'fenced' });
      expect(await claimAll(journal)).toEqual([]);
    });

    test('a full bus refuses, and takes again when something has ended', async () => {
      const { journal } = await open({ session: 2, tenant: 3, bus: 4 });
      const submit = (tenant: string, sessionId: string) => journal.submit(freshOrder({ tenant, sessionId }));
      const answers = await Promise.all(['1', '1', '1', '2', '3'].map((session) => submit('a', session)));
      expect(answers.map((answer) => (answer.type === 'full' ? answer.scope : answer.type))).toEqual([
        'accepted',
        'accepted',
        'session',
        'accepted',
        'tenant',
      ]);
      await submit('b', '1');
      expect(await submit('c', '1')).toEqual({ type: 'full', scope: 'bus', limit: 4 });
      const [claim] = await claimAll(journal, 'worker-1', 1);
      await report(journal, claim!, succeeded());
      expect(await submit('c', '1')).toMatchObject({ type: 'accepted' });
    });

    test('what has been said cannot be changed', async () => {
      const { journal, store } = await open();
      await journal.submit(freshOrder());
      for (const sql of ["UPDATE bus_message SET body = '{}'", 'DELETE FROM bus_message']) {
        await expect(store.run(sql)).rejects.toMatchObject({ code: 'CONFLICT' });
      }
    });

    test('any text survives', async () => {
      const { journal } = await open();
      const input = { text: 'Q3 报告 🧾 "quotes" \\ \u0000 \n', deep: [[[{ a: null }]]] };
      const one = freshOrder({}, { input });
      await journal.submit(one);
      expect((await journal.get(one.requestId))?.order).toEqual(one);
      expect((await journal.messagesOf(one.requestId))[0]?.body).toMatchObject({ input_params: input });
    });
  });
}
