import type { Contestant } from '../contestant.ts';
import { importPeer } from './import-peer.ts';
import { createWaiting } from './waiting.ts';

interface Delivery {
  readonly data: Uint8Array;
  json(): { readonly id: string; readonly input: unknown };
  ack(): void;
}
interface Connection {
  drain(): Promise<void>;
}
interface Transport {
  connect(options: { servers: string }): Promise<Connection>;
}
interface JetStream {
  jetstream(connection: Connection): {
    publish(subject: string, data: string | Uint8Array): Promise<unknown>;
    readonly consumers: {
      get(
        stream: string,
        consumer: string,
      ): Promise<{
        consume(options: { callback: (delivery: Delivery) => void; max_messages: number }): Promise<unknown>;
      }>;
    };
  };
  jetstreamManager(connection: Connection): Promise<{
    readonly streams: { add(config: object): Promise<unknown> };
    readonly consumers: { add(stream: string, config: object): Promise<unknown> };
  }>;
}

const REQUESTS = 'agent_requests';
const RESULTS = 'agent_results';
/** Deliveries that a consumer has on its way at a time: twice what is in flight at most. */
const AHEAD = 128;

async function open(url: string) {
  const { connect } = await importPeer<Transport>('@nats-io/transport-node');
  const { jetstream, jetstreamManager } = await importPeer<JetStream>('@nats-io/jetstream');
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection);
  for (const name of [REQUESTS, RESULTS]) {
    await manager.streams.add({ name, subjects: [name], storage: 'file', retention: 'workqueue' });
    await manager.consumers.add(name, { durable_name: name, ack_policy: 'explicit' });
  }
  const stream = jetstream(connection);
  return {
    publish: (subject: string, data: string | Uint8Array) => stream.publish(subject, data),
    async consume(name: string, callback: (delivery: Delivery) => void): Promise<void> {
      const consumer = await stream.consumers.get(name, name);
      await consumer.consume({ callback, max_messages: AHEAD });
    },
    close: () => connection.drain(),
  };
}

export const nats: Contestant = {
  name: 'NATS JetStream',
  place: 'nats',
  syncs: false,
  setUp: 'two file streams as work queues, publish acknowledgements; acknowledges before it syncs',
  async startWorker(url) {
    const { publish, consume, close } = await open(url);
    await consume(REQUESTS, (delivery) => {
      void publish(RESULTS, delivery.data).then(() => delivery.ack());
    });
    return close;
  },
  async connect(url) {
    const { publish, consume, close } = await open(url);
    const waiting = createWaiting();
    await consume(RESULTS, (delivery) => {
      const { id, input } = delivery.json();
      waiting.resolve(id, input);
      delivery.ack();
    });
    return {
      async request(input) {
        const id = waiting.newId();
        const answer = waiting.answerTo(id);
        await publish(REQUESTS, JSON.stringify({ id, input }));
        return answer;
      },
      close,
    };
  },
};
