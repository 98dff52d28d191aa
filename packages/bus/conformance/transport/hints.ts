import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { TOPICS } from '../../transport/port.ts';
import { listen, type OpenTransportUnderTest, openEach, type TransportEnd } from './opened.ts';

const HEARD_MS = 15_000;
const AT_ONCE_MS = 500;

/** Tells again and again, since a hint may be lost, until `heard` says so. */
async function tell(tell: () => void, heard: () => boolean): Promise<void> {
  for (const giveUpAt = performance.now() + HEARD_MS; !heard(); await pause(20)) {
    if (performance.now() > giveUpAt) throw new Error('No hint was heard');
    tell();
  }
}

export function hintConformance(openTransport: OpenTransportUnderTest): void {
  describe('hints', () => {
    const open = openEach(openTransport);

    test('reach who listens to their topic, and nobody else', async () => {
      const end = await (await open()).connect();
      const heard = new Map(
        await Promise.all(TOPICS.map(async (topic) => [topic, (await listen(end, topic)).ids] as const)),
      );
      for (const [topic, ids] of heard) {
        await tell(
          () => end.transport.publish(topic, [topic]),
          () => ids.size > 0,
        );
      }
      for (const [topic, ids] of heard) expect([...ids]).toEqual([topic]);
    });

    test('carry any id there may be', async () => {
      const end = await (await open()).connect();
      const { ids } = await listen(end, 'agent_requests');
      const odd = ['a/1/verify/2', '请求 "一"\n\u0000', '\u0001'.repeat(200), '界'.repeat(200), '🧾'];
      await tell(
        () => end.transport.publish('agent_requests', odd),
        () => ids.size >= odd.length,
      );
      expect([...ids].sort()).toEqual([...odd].sort());
    });

    test('reach other processes: an abort all of them, the rest one at least', async ({ skip }) => {
      const place = await open();
      if (!place.reachesOthers) return skip('hints stay within a process here');
      const ends: TransportEnd[] = [];
      while (ends.length < 3) ends.push(await place.connect());
      const [speaker, ...others] = ends as [TransportEnd, TransportEnd, TransportEnd];
      for (const topic of TOPICS) {
        const heard = await Promise.all(others.map((end) => listen(end, topic)));
        const enough = topic === 'agent_aborts' ? others.length : 1;
        await tell(
          () => speaker.transport.publish(topic, ['x']),
          () => heard.filter(({ ids }) => ids.has('x')).length >= enough,
        );
      }
    });

    test('reach the others when one listener throws or has stopped', async () => {
      const end = await (await open()).connect();
      await end.transport.subscribe('agent_results', () => {
        throw new Error('this listener is broken');
      });
      const stopped = await listen(end, 'agent_results');
      const { ids } = await listen(end, 'agent_results');
      await stopped.stop();
      await stopped.stop();
      await tell(
        () => end.transport.publish('agent_results', ['x']),
        () => ids.has('x'),
      );
      expect(stopped.ids.size).toBe(0);
    });

    test('without end are taken at once, kept in bounds, and somebody looks', async () => {
      const end = await (await open()).connect();
      let heard = 0;
      await end.transport.subscribe('agent_requests', () => {
        heard += 1;
      });
      const startedAt = performance.now();
      for (let round = 0; round < 40; round += 1) {
        const ids = Array.from({ length: 1_000 }, (_, index) => `request-${round}-${index}`);
        end.transport.publish('agent_requests', ids);
      }
      expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
      await tell(
        () => {},
        () => heard > 0,
      );
      await pause(100);
      expect(heard).toBeLessThan(1_000);
    });

    test('are heard again after what carries them broke off', async ({ skip }) => {
      const place = await open();
      if (place.interrupt === null) return skip('nothing can break off here');
      const [speaker, listener] = [await place.connect(), await place.connect()];
      const before = await listen(listener, 'agent_aborts');
      await tell(
        () => speaker.transport.publish('agent_aborts', ['before']),
        () => before.ids.size > 0,
      );
      for (let break_ = 0; break_ < 2; break_ += 1) {
        await place.interrupt();
        const { ids, stop } = await listen(listener, 'agent_aborts');
        await tell(
          () => speaker.transport.publish('agent_aborts', ['after']),
          () => ids.has('after'),
        );
        await stop();
      }
    });

    test('go nowhere, and harm nobody, once all is closed', async () => {
      const end = await (await open()).connect();
      const { ids, stop } = await listen(end, 'agent_requests');
      end.transport.publish('agent_requests', ['on its way']);
      await end.close();
      for (const topic of TOPICS) end.transport.publish(topic, ['too late']);
      await stop();
      await pause(50);
      expect(ids.has('too late')).toBe(false);
    });
  });
}
