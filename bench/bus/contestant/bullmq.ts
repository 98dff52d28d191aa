import type { Contestant } from '../contestant.ts';
import { importPeer } from './import-peer.ts';
import { createWaiting } from './waiting.ts';

interface Closable {
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}
interface Connection {
  readonly connection: { readonly host: string; readonly port: number; readonly maxRetriesPerRequest: null };
}
interface BullMq {
  readonly Queue: new (
    name: string,
    options: Connection,
  ) => Closable & {
    add(name: string, data: unknown, options: { jobId: string; removeOnComplete: number }): Promise<unknown>;
  };
  readonly Worker: new (
    name: string,
    work: (job: { readonly data: unknown }) => Promise<unknown>,
    options: Connection & { readonly concurrency: number },
  ) => Closable;
  readonly QueueEvents: new (
    name: string,
    options: Connection,
  ) => Closable & {
    on(event: 'completed', hear: (job: { jobId: string; returnvalue: unknown }) => void): void;
  };
}

const QUEUE = 'requests';
/** As many finished jobs as its own guide suggests to keep. */
const KEPT = 1_000;

const connectionTo = (url: string): Connection => ({
  connection: { host: new URL(url).hostname, port: Number(new URL(url).port), maxRetriesPerRequest: null },
});

const bullmq = (name: string, place: Contestant['place'], syncs: boolean, setUp: string): Contestant => ({
  name,
  place,
  syncs,
  setUp,
  async startWorker(url, concurrency) {
    const { Worker } = await importPeer<BullMq>('bullmq');
    const worker = new Worker(QUEUE, async ({ data }) => data, { ...connectionTo(url), concurrency });
    await worker.waitUntilReady();
    return () => worker.close();
  },
  async connect(url) {
    const { Queue, QueueEvents } = await importPeer<BullMq>('bullmq');
    const queue = new Queue(QUEUE, connectionTo(url));
    const events = new QueueEvents(QUEUE, connectionTo(url));
    const waiting = createWaiting();
    events.on('completed', ({ jobId, returnvalue }) => waiting.resolve(jobId, returnvalue));
    await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
    return {
      async request(input) {
        const jobId = waiting.newId();
        const answer = waiting.answerTo(jobId);
        await queue.add('echo', input, { jobId, removeOnComplete: KEPT });
        return answer;
      },
      async close() {
        await events.close();
        await queue.close();
      },
    };
  },
});

export const bullmqAlways = bullmq(
  'BullMQ, Redis always',
  'redis-always',
  true,
  'the job and its return value in an append-only file, synced before each answer',
);
export const bullmqEverysec = bullmq(
  'BullMQ, Redis everysec',
  'redis-everysec',
  false,
  'the same, synced once a second: up to a second of what was acknowledged can be lost',
);
