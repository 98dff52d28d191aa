import type { Channel } from 'amqplib';
import type { Topic } from '../port.ts';

/** Hints for one reader each: whoever takes one looks at the journal for all. */
const QUEUES = ['agent_requests', 'agent_results'] as const satisfies readonly Topic[];
/** Hints for every process. */
const FANOUT = 'agent_aborts' satisfies Topic;

/** An old hint is worth nothing, since everybody looks at the journal by themselves; nor is one of thousands. */
const LIMITS = { 'x-message-ttl': 60_000, 'x-max-length': 10_000 };

/** Declares what hints pass through; what is there already stays as it is. */
export async function assertTopology(channel: Channel): Promise<void> {
  for (const queue of QUEUES) {
    await channel.assertQueue(queue, {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', ...LIMITS },
    });
  }
  await channel.assertExchange(FANOUT, 'fanout', { durable: true });
}

/** Where a hint is published to: exchange and routing key. */
export const addressOf = (topic: Topic): readonly [exchange: string, routingKey: string] =>
  topic === FANOUT ? [FANOUT, ''] : ['', topic];

/** The queue that this process reads a topic from. Its own for aborts, which ends with the reading. */
export async function queueOf(channel: Channel, topic: Topic): Promise<string> {
  if (topic !== FANOUT) return topic;
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, arguments: LIMITS });
  await channel.bindQueue(queue, FANOUT, '');
  return queue;
}
