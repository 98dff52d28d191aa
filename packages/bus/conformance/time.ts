import { describe, expect, test } from 'vitest';
import { failed } from '../fixture/history.ts';
import { told } from '../fixture/told.ts';
import { claimAll, freshOrder, type OpenStoreUnderTest, openEach, report } from './opened.ts';

const DAY_MS = 86_400_000;

export function timeConformance(openStore: OpenStoreUnderTest): void {
  describe('time', () => {
    const open = openEach(openStore);

    test('timers fall due when they should, in any process, and survive a restart', async () => {
      const { journal, clock, connect } = await open();
      const later = freshOrder({ startAt: clock.now() + 90 * DAY_MS });
      await journal.submit(later);
      await journal.submit(freshOrder({}, { timeoutMs: 8_000 }));
      expect(await journal.dueInMs()).toBe(8_000);
      clock.advance(7_999);
      expect(await journal.sweep(10)).toBe(0);
      clock.advance(1);
      const restarted = (await connect()).journal;
      expect(await restarted.sweep(10)).toBe(1);
      expect(await journal.sweep(10)).toBe(0);
      expect(await restarted.dueInMs()).toBe(90 * DAY_MS - 8_000);
      clock.advance(90 * DAY_MS - 8_000);
      expect(await restarted.sweep(10)).toBe(1);
      expect((await claimAll(restarted)).map(({ execution }) => execution.order.requestId)).toEqual([
        later.requestId,
      ]);
    });

    test('two processes that see the same timer move it on once', async () => {
      const { journal, clock, connect } = await open();
      const other = (await connect()).journal;
      const one = freshOrder();
      await journal.submit(one);
      const [claim] = await claimAll(journal);
      await report(journal, claim!, failed('CONNECTION_LOST', { effect: 'maybe' }));
      clock.advance(30_000);
      await Promise.all([journal.sweep(10), other.sweep(10)]);
      const conclusions = await told(journal, 2);
      expect(conclusions.map(({ status }) => status)).toEqual(['pending', 'needs_attention']);
    });

    test.each([
      ['an hour back', -3_600_000],
      ['a day on', DAY_MS],
      ['a leap second on', 1_000],
    ])('a clock that is set %s fires nothing early and hangs nothing', async (_, jumpMs) => {
      const { journal, clock, connect } = await open();
      const other = (await connect()).journal;
      for (const timeoutMs of [5_000, 1_800_000]) await journal.submit(freshOrder({}, { timeoutMs }));
      await other.dueInMs();
      clock.advance(2_000);
      clock.setWall(clock.now() + jumpMs);
      clock.advance(1_000);
      const near = Math.abs(jumpMs) <= 1_000 ? jumpMs : 0;
      for (const each of [journal, other]) {
        expect(await each.sweep(10)).toBe(0);
        expect(await each.dueInMs()).toBe(2_000 - near);
      }
      const late = (await connect()).journal;
      expect(await late.dueInMs()).toBe(2_000 - near);
      clock.advance(2_000);
      expect(await late.sweep(10)).toBe(1);
      expect(await journal.dueInMs()).toBe(1_800_000 - 5_000 - near);
    });

    test('a clock that was set back while nothing ran does not hang what is open', async () => {
      const { journal, clock, connect } = await open();
      await journal.submit(freshOrder({}, { timeoutMs: 5_000 }));
      clock.setWall(clock.now() - 3_600_000);
      const restarted = (await connect()).journal;
      expect(await restarted.dueInMs()).toBeLessThanOrEqual(5_000);
    });

    test('with nothing open a clock that is set is simply followed', async () => {
      const { journal, clock, connect } = await open();
      await journal.dueInMs();
      await journal.sweep(1);
      clock.setWall(clock.now() + DAY_MS);
      clock.advance(1_000);
      await journal.sweep(1);
      const one = freshOrder();
      await (await connect()).journal.submit(one);
      expect((await journal.get(one.requestId))?.createdAt).toBe(clock.now());
    });
  });
}
