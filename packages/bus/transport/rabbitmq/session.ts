import { createTurnstile } from '@hermes-agent/store';
import type { ConsumeMessage } from 'amqplib';
import { TOPICS, type Topic } from '../port.ts';
import { addressOf, assertTopology, queueOf } from './topology.ts';

export interface SessionOptions {
  readonly address: string;
  /** How many messages may be on their way to this process and not looked at. */
  readonly prefetch: number;
  /** Whether somebody here listens to a topic. */
  readonly wanted: (topic: Topic) => boolean;
  /** Looks at what arrived; false refuses it. */
  readonly look: (topic: Topic, content: Uint8Array) => boolean;
  /** Ends the connection at once, in whatever state it is. */
  readonly signal: AbortSignal;
}

/** One connection to the broker, from its opening to its end. */
export interface Session {
  /** Resolves with what ended it. Nothing ends without it: a closed channel and a deleted queue end it too. */
  readonly ended: Promise<Error>;
  /** `onConfirmed` is called once, later: the broker has it on disk, or it may be lost. Never throws. */
  publish(topic: Topic, content: string, onConfirmed: (kept: boolean) => void): void;
  /** Begins and ends reading, as `wanted` now says. */
  review(): void;
  close(): Promise<void>;
}

export async function openSession(options: SessionOptions): Promise<Session> {
  // Here, so that who has no broker never loads its client.
  const { connect } = await import('amqplib');
  // A socket that is born with an aborted signal connects all the same.
  options.signal.throwIfAborted();
  const over = Promise.withResolvers<Error>();
  const end = (reason?: Error): void => over.resolve(reason ?? new Error('The broker closed the connection'));
  // amqplib hands these to the socket; an aborted signal destroys it, where a farewell may be waited for in vain.
  const socket = { noDelay: true, signal: options.signal };
  const connection = await connect(options.address, socket);
  connection.on('error', end).on('close', end);
  const channel = await connection.createConfirmChannel();
  channel.on('error', end).on('close', end);
  await assertTopology(channel);
  await channel.prefetch(options.prefetch);

  const readers = new Map<Topic, string>();
  const onMessage = (topic: Topic, message: ConsumeMessage | null): void => {
    if (message === null) end(new Error(`The broker took ${topic} away`));
    // Somebody else may want what came while the reading was being ended.
    else if (!options.wanted(topic)) channel.nack(message);
    else if (options.look(topic, message.content)) channel.ack(message);
    else channel.reject(message, false);
  };
  const reviewTopic = async (topic: Topic): Promise<void> => {
    const reader = readers.get(topic);
    if (options.wanted(topic) && reader === undefined) {
      const queue = await queueOf(channel, topic);
      const { consumerTag } = await channel.consume(queue, (message) => onMessage(topic, message));
      readers.set(topic, consumerTag);
    } else if (!options.wanted(topic) && reader !== undefined) {
      readers.delete(topic);
      await channel.cancel(reader);
    }
  };
  const oneReview = createTurnstile();

  return {
    ended: over.promise,
    publish(topic, content, onConfirmed) {
      const [exchange, routingKey] = addressOf(topic);
      const properties = { persistent: true, contentType: 'application/json', type: 'hint' };
      try {
        channel.publish(exchange, routingKey, Buffer.from(content), properties, (refusal: unknown) =>
          onConfirmed(refusal === null),
        );
      } catch (thrown) {
        end(thrown as Error);
        queueMicrotask(() => onConfirmed(false));
      }
    },
    review() {
      oneReview(async () => {
        for (const topic of TOPICS) await reviewTopic(topic);
      }).catch(end);
    },
    close: () => connection.close(),
  };
}
