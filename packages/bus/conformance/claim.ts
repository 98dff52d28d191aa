import { describe, expect, test } from 'vitest';
import { succeeded } from '../fixture/history.ts';
import { told } from '../fixture/told.ts';
import { claimAll, freshOrder, type OpenStoreUnderTest, openEach, PAY, report } from './opened.ts';

export function claimConformance(openStore: OpenStoreUnderTest): void {
  describe('claiming', () => {
    const open = openEach(openStore);

    test('gives each call to one worker, across processes', async () => {
      const { journal, connect } = await open();
      const other = (await connect()).journal;
      await Promise.all(Array.from({ length: 60 }, () => journal.submit(freshOrder())));
      const claims = await Promise.all(
        Array.from({ length: 6 }, (_, index) => claimAll(index % 2 ? journal : other, `worker-${index}`, 20)),
      );
      const ids = claims.flat().map(({ call }) => call.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (let more = await claimAll(journal); more.length > 0; more = await claimAll(journal)) {
        ids.push(...more.map(({ call }) => call.id));
      }
      expect(ids.length).toBe(60);
      expect(new Set(ids).size).toBe(60);
    });

    test('gives only what the worker holds', async () => {
      const { journal } = await open();
      await journal.submit(freshOrder());
      await journal.submit(freshOrder({}, { hash: 'h2' }));
      expect(await journal.routes()).toEqual([PAY, 'pay@1.0.0#h2']);
      expect((await claimAll(journal)).length).toBe(1);
      expect(await journal.claim({ worker: 'w', routes: [], limit: 9, leaseMs: 1 })).toEqual([]);
    });

    test('a stale report moves nothing and is on record; the attempt that counts ends it once', async () => {
      const { journal, clock } = await open();
      const one = freshOrder({}, { effects: 'read' });
      await journal.submit(one);
      const [stale] = await claimAll(journal, 'slow');
      clock.advance(16_000);
      await journal.sweep(10);
      clock.advance(2_000);
      await journal.sweep(10);
      const [current] = await claimAll(journal, 'quick');
      expect(await report(journal, stale!, succeeded({ by: 'slow' }))).toMatchObject({ verdict: 'stale' });
      expect(await report(journal, current!, succeeded({ by: 'quick' }))).toMatchObject({
        verdict: 'applied',
      });
      expect(await report(journal, current!, succeeded({ by: 'quick' }))).toMatchObject({ verdict: 'stale' });
      const conclusions = await told(journal, 1);
      expect(conclusions.map(({ outputs }) => outputs)).toEqual([{ pay: { by: 'quick' } }]);
      const results = (await journal.messagesOf(one.requestId)).filter(
        ({ type }) => type === 'EXECUTE_RESULT',
      );
      expect(results.map(({ envelope }) => [envelope.fence, envelope.late ?? false])).toEqual([
        [1, true],
        [2, false],
      ]);
    });

    test('high goes first, and low is not let wait for ever', async () => {
      const { journal, clock } = await open();
      const submit = (priority: 'low' | 'normal' | 'high') => {
        const one = freshOrder({ priority });
        return journal.submit(one).then(() => one.requestId);
      };
      const low = await submit('low');
      const normal = await submit('normal');
      const high = await submit('high');
      const order = [];
      for (let turn = 0; turn < 2; turn += 1) {
        order.push((await claimAll(journal, 'w', 1))[0]!.execution.order.requestId);
      }
      expect(order).toEqual([high, normal]);
      clock.advance(50_000);
      await submit('high');
      clock.advance(9_000);
      expect((await claimAll(journal, 'w', 1))[0]!.execution.order.priority).toBe('high');
      expect((await claimAll(journal, 'w', 1))[0]!.execution.order.requestId).toBe(low);
    });

    test('a low call is overtaken for two minutes at most', async () => {
      const { journal, clock } = await open();
      const low = freshOrder({ priority: 'low' }, { timeoutMs: 600_000 });
      await journal.submit(low);
      clock.advance(120_001);
      await journal.submit(freshOrder({ priority: 'high' }));
      expect((await claimAll(journal, 'w', 1))[0]!.execution.order.requestId).toBe(low.requestId);
    });

    test('tenants take turns', async () => {
      const { journal } = await open();
      await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          journal.submit(freshOrder({ tenant: 'busy', sessionId: `shard-${index % 50}` })),
        ),
      );
      await claimAll(journal, 'w', 8);
      const quiet = freshOrder({ tenant: 'quiet' });
      await journal.submit(quiet);
      const next = await claimAll(journal, 'w', 4);
      expect(next.map(({ execution }) => execution.order.requestId)).toContain(quiet.requestId);
    });

    test('says which queues nobody serves', async () => {
      const { journal, clock } = await open();
      await journal.submit(freshOrder());
      expect(await journal.unserved(30_000)).toEqual([]);
      clock.advance(31_000);
      expect(await journal.unserved(30_000)).toEqual([{ route: PAY, waiting: 1, oldestMs: 31_000 }]);
    });
  });
}
