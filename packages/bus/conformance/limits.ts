import { describe, expect, test } from 'vitest';
import { succeeded } from '../fixture/history.ts';
import { claimAll, freshOrder, type OpenStoreUnderTest, openEach, PAY, report } from './opened.ts';

const WIDE = { tool: 100, session: 100, tenant: 100 };

export function limitsConformance(openStore: OpenStoreUnderTest): void {
  describe('limits', () => {
    const open = openEach(openStore);
    const fill = (journal: Parameters<typeof claimAll>[0], count: number, change: object = {}) =>
      Promise.all(Array.from({ length: count }, () => journal.submit(freshOrder(change))));

    test('a session runs so many at a time; the next goes when one has ended', async () => {
      const { journal } = await open({}, { ...WIDE, session: 3 });
      await fill(journal, 10);
      const claims = await claimAll(journal);
      expect(claims).toHaveLength(3);
      expect(await claimAll(journal, 'other')).toEqual([]);
      await report(journal, claims[0]!, succeeded());
      expect(await claimAll(journal, 'other')).toHaveLength(1);
    });

    test('a session, or a tool, that has reached its limit holds up nobody else', async () => {
      const { journal } = await open({}, { ...WIDE, session: 2, tool: 5 });
      await fill(journal, 50, { sessionId: 'busy' });
      await fill(journal, 2, { sessionId: 'quiet' });
      await Promise.all(
        Array.from({ length: 2 }, () => journal.submit(freshOrder({ sessionId: 'last' }, { tool: 'other' }))),
      );
      const routes = [PAY, 'other@1.0.0#h1'];
      const claims = await journal.claim({ worker: 'w', routes, limit: 20, leaseMs: 9_000 });
      const sessions = claims.map(({ execution }) => execution.order.sessionId).sort();
      expect(sessions).toEqual(['busy', 'busy', 'last', 'last', 'quiet', 'quiet']);
      await fill(journal, 5, { sessionId: 'late' });
      expect(await claimAll(journal)).toHaveLength(1);
    });

    test('a tenant runs so many at a time, and the tool’s room is shared by turns', async () => {
      const { journal } = await open({}, { ...WIDE, tenant: 4, tool: 6 });
      for (const tenant of ['a', 'b', 'c']) {
        await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            journal.submit(freshOrder({ tenant, sessionId: `${tenant}${index}` })),
          ),
        );
      }
      const claims = await claimAll(journal);
      const tenants = claims.map(({ execution }) => execution.order.tenant).sort();
      expect(tenants).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    });

    test('a session’s few are not queued behind another session’s many', async () => {
      const { journal, clock } = await open();
      for (let n = 0; n < 100; n += 1) await journal.submit(freshOrder({ sessionId: 'flood' }));
      clock.advance(500);
      await journal.submit(freshOrder({ sessionId: 'one question' }));
      const claims = await claimAll(journal, 'w', 10);
      expect(claims.map(({ execution }) => execution.order.sessionId)).toContain('one question');
    });

    test('a full bus refuses, says which limit, and holds no more than that', async () => {
      const { journal, store } = await open({ session: 5 });
      const results = await fill(journal, 50);
      expect(results.filter(({ type }) => type === 'accepted')).toHaveLength(5);
      expect(results.at(-1)).toEqual({ type: 'full', scope: 'session', limit: 5 });
      expect(await store.all('SELECT count(*) AS kept FROM bus_order')).toEqual([{ kept: 5 }]);
    });
  });
}
