import type { Contestant } from '../contestant.ts';
import { importPeer } from './import-peer.ts';
import { createWaiting } from './waiting.ts';

interface Delivery {
  readonly content: Buffer;
  readonly properties: { readonly correlationId: string };
}
interface Channel {
  assertQueue(name: string, options: object): Promise<unknown>;
  prefetch(count: number): Promise<unknown>;
  consume(queue: string, hear: (delivery: Delivery | null) => void): Promise<unknown>;
  ack(delivery: Delivery): void;
  sendToQueue(
    queue: string,
    content: Buffer,
    options: object,
    confirmed: (refused: Error | null) => void,
  ): boolean;
}
interface Connection {
  createConfirmChannel(): Promise<Channel>;
  close(): Promise<void>;
}
interface Amqp {
  connect(url: string, options: { noDelay: boolean }): Promise<Connection>;
}

const REQUESTS = 'agent_requests';
const RESULTS = 'agent_results';

async function openChannel(url: string): Promise<{ channel: Channel; close(): Promise<void> }> {
  const { default: amqp } = await importPeer<{ default: Amqp }>('amqplib');
  const connection = await amqp.connect(url, { noDelay: true });
  const channel = await connection.createConfirmChannel();
  for (const queue of [REQUESTS, RESULTS]) {
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  }
  return { channel, close: () => connection.close() };
}

/** Resolves when the broker has confirmed it. */
const publish = (channel: Channel, queue: string, content: Buffer, correlationId: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = { correlationId, persistent: true };
    channel.sendToQueue(queue, content, options, (refused) =>
      refused === null ? resolve() : reject(refused),
    );
  });

export const rabbitmq: Contestant = {
  name: 'RabbitMQ, quorum queues',
  place: 'rabbitmq',
  syncs: true,
  setUp: 'two quorum queues on one node, publisher confirms, acknowledged by hand; no job state, no retries',
  async startWorker(url, concurrency) {
    const { channel, close } = await openChannel(url);
    await channel.prefetch(concurrency);
    await channel.consume(REQUESTS, (delivery) => {
      if (delivery === null) return;
      const { content, properties } = delivery;
      void publish(channel, RESULTS, content, properties.correlationId).then(() => channel.ack(delivery));
    });
    return close;
  },
  async connect(url) {
    const { channel, close } = await openChannel(url);
    const waiting = createWaiting();
    await channel.consume(RESULTS, (delivery) => {
      if (delivery === null) return;
      waiting.resolve(delivery.properties.correlationId, JSON.parse(delivery.content.toString()));
      channel.ack(delivery);
    });
    return {
      async request(input) {
        const id = waiting.newId();
        const answer = waiting.answerTo(id);
        await publish(channel, REQUESTS, Buffer.from(JSON.stringify(input)), id);
        return answer;
      },
      close,
    };
  },
};
