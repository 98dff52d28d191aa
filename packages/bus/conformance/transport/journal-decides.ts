import { describe, expect, test } from 'vitest';
import { type Bus, createBus } from '../../bus.ts';
import { succeeded } from '../../fixture/history.ts';
import { order, plannedStep } from '../../fixture/order.ts';
import { told } from '../../fixture/told.ts';
import type { Topic, Transport } from '../../transport/port.ts';
import { createWorker } from '../../worker/worker.ts';
import { type OpenTransportUnderTest, openEach } from './opened.ts';

const ORDERS = 24;
const SETTLED_MS = 15_000;

/** Ways in which a transport may fail its users. */
const FAULTS: Readonly<Record<string, (transport: Transport) => Transport>> = {
  carried: (transport) => transport,
  lost: (transport) => ({ ...transport, publish() {} }),
  doubled: (transport) => ({
    ...transport,
    publish(topic, ids) {
      for (let time = 0; time < 3; time += 1) transport.publish(topic, ids);
    },
  }),
  reordered(transport) {
    const held: (readonly [Topic, readonly string[]])[] = [];
    return {
      ...transport,
      publish(topic, ids) {
        held.push([topic, ids]);
        if (held.length === 4) {
          for (const hint of held.splice(0).reverse()) transport.publish(...hint);
        }
      },
    };
  },
  invented: (transport) => ({
    ...transport,
    publish(topic, ids) {
      transport.publish('agent_aborts', [...ids, ...ids.map((id) => `${id}/1`), 'nobody/1']);
      transport.publish('agent_requests', ['nobody']);
      transport.publish('agent_results', []);
      transport.publish(topic, ids);
    },
  }),
};

export function journalDecidesConformance(openTransport: OpenTransportUnderTest): void {
  describe('the journal decides', () => {
    const open = openEach(openTransport);

    test.each(Object.entries(FAULTS))('when hints are %s', async (_, spoil) => {
      const place = await open();
      const openBus = async (): Promise<Bus> => {
        const { store, transport } = await place.connect();
        const bus = await createBus({ store, transport: spoil(transport) });
        place.closes(() => bus.close());
        return bus;
      };
      const runs: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        const worker = createWorker({
          bus: await openBus(),
          executor: {
            holds: () => true,
            async execute({ idempotencyKey }) {
              runs.push(idempotencyKey);
              return succeeded();
            },
          },
        });
        await worker.start();
        place.closes(() => worker.drain(1_000));
      }
      const requester = await openBus();
      const orders = Array.from({ length: ORDERS }, (__, index) =>
        order([plannedStep('debit'), plannedStep('mail')], { requestId: `request-${index}` }),
      );
      await Promise.all(orders.map((one) => requester.submit(one)));
      const ends = await Promise.all(orders.map(({ requestId }) => requester.settled(requestId, SETTLED_MS)));
      expect(ends.map((end) => end?.status)).toEqual(orders.map(() => 'succeeded'));
      expect([...runs].sort()).toEqual(
        orders.flatMap(({ requestId }) => [`${requestId}/1`, `${requestId}/2`]).sort(),
      );
      expect((await told(requester, ORDERS)).length).toBe(ORDERS);
    });
  });
}
