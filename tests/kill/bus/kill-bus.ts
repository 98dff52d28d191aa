import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttentionItem,
  type Bus,
  type Conclusion,
  createBus,
  createRabbitTransport,
  type Order,
} from '@hermes-agent/bus';
import { asHermesError } from '@hermes-agent/core';
import { openStore } from '@hermes-agent/store';
import { createSeededRandom } from '@hermes-agent/testkit';
import type { PrivateServer } from '@hermes-agent/testkit/services';
import { type Child, startChild } from './child.ts';
import { orderOf } from './orders.ts';

export interface KillPlan {
  readonly seconds: number;
  readonly requestsPerSecond: number;
  /** Decides what is asked for and who is killed. */
  readonly seed: number;
}

export interface KillRun {
  readonly orders: readonly Order[];
  /** Everything that was told, in order. */
  readonly conclusions: readonly Conclusion[];
  readonly attention: readonly AttentionItem[];
  /** What really happened, by idempotency key. */
  readonly counts: Readonly<Record<string, { readonly sent: number; readonly effects: number }>>;
  readonly kills: number;
}

/** Where one worker follows another; null while the next one starts. */
interface Place {
  worker: Child | null;
  following: Promise<void>;
}

const WORKERS = 3;
const SETTLE_MS = 180_000;
const BATCH = 500;
/** A surprise would come by then. */
const AFTERMATH_MS = 2_000;

/**
 * Submits for `seconds`, while each second a random worker is killed and started again; the
 * broker is broken off at a third of the time, the database at two thirds. Then waits until all is decided.
 */
export async function killBus(
  { seconds, requestsPerSecond, seed }: KillPlan,
  postgres: PrivateServer,
  rabbitmq: PrivateServer,
): Promise<KillRun> {
  const random = createSeededRandom(seed);
  const orders = Array.from({ length: seconds * requestsPerSecond }, (_, index) =>
    orderOf(`kill-${index}`, random),
  );
  const service = await startChild(new URL('effect-service.ts', import.meta.url));
  const startWorker = (): Promise<Child> =>
    startChild(new URL('worker-process.ts', import.meta.url), postgres.url, rabbitmq.url, service.said);
  const store = await openStore(postgres.url, { dataDir: '.' });
  const transport = createRabbitTransport({ url: rabbitmq.url });
  const bus = await createBus({ store, transport });
  const places: Place[] = (await Promise.all(Array.from({ length: WORKERS }, startWorker))).map((worker) => ({
    worker,
    following: Promise.resolve(),
  }));
  const replace = async (place: Place): Promise<void> => {
    const { worker } = place;
    place.worker = null;
    await worker!.kill();
    // One that starts while the database is away ends by itself, as in any cluster, and is started again.
    place.worker = await insist(startWorker);
  };
  let kills = 0;
  try {
    const submitted = Promise.all(
      orders.map(async (order, index) => {
        await pause((index * 1_000) / requestsPerSecond);
        await insist(() => bus.submit(order));
      }),
    );
    const restarts = [
      pause((seconds * 1_000) / 3).then(() => rabbitmq.restart()),
      pause((seconds * 2_000) / 3).then(() => postgres.restart()),
    ];
    for (let second = 0; second < seconds; second += 1) {
      await pause(1_000);
      const ready = places.filter(({ worker }) => worker !== null);
      const place = ready[Math.floor(random() * ready.length)];
      if (place === undefined) continue;
      kills += 1;
      place.following = replace(place);
      // It is looked at in the end.
      place.following.catch(() => {});
    }
    await submitted;
    await Promise.all(restarts);
    const conclusions = await decided(bus, orders.length);
    return {
      orders,
      conclusions,
      attention: await bus.attention.list(orders.length),
      counts: (await (await fetch(`${service.said}/counts`)).json()) as KillRun['counts'],
      kills,
    };
  } finally {
    await Promise.all(places.map(({ following }) => following));
    await Promise.all([...places.map(({ worker }) => worker), service].map((child) => child?.kill()));
    await bus.close();
    await transport.close();
    await store.close();
  }
}

/** Whoever gets no answer asks again; the same id is the same request. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const giveUpAt = performance.now() + SETTLE_MS; ; await pause(200)) {
    try {
      return await work();
    } catch (thrown) {
      const { code, retryable } = asHermesError(thrown, 'bus');
      if (performance.now() > giveUpAt || (!retryable && code !== 'INTERNAL')) throw thrown;
    }
  }
}

/** Reads on until every request is decided, or too long. */
async function decided(bus: Bus, requests: number): Promise<readonly Conclusion[]> {
  const conclusions: Conclusion[] = [];
  const open = (): boolean =>
    new Set(conclusions.filter(({ status }) => status !== 'pending').map(({ requestId }) => requestId)).size <
    requests;
  const read = async (): Promise<void> => {
    for (;;) {
      const after = conclusions.at(-1)?.sequence ?? 0;
      const news = await bus.conclusions({ after, limit: BATCH });
      conclusions.push(...news);
      if (news.length < BATCH) return;
    }
  };
  for (const giveUpAt = performance.now() + SETTLE_MS; open() && performance.now() < giveUpAt; ) {
    await read();
    await pause(200);
  }
  await pause(AFTERMATH_MS);
  await read();
  return conclusions;
}
