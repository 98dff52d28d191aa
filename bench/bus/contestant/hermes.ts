import { type Bus, createBus, createWorker, type Order } from '@hermes-agent/bus';
import { createIds, type JsonObject, systemClock } from '@hermes-agent/core';
import { openStore } from '@hermes-agent/store';
import type { Contestant, Requester } from '../contestant.ts';
import { readAnswers } from './answers.ts';

/** The most that may be open, so that the pending timers fit. */
const BACKLOG = { bus: 1_000_000, tenant: 1_000_000, session: 1_000_000 };
const MONTH_MS = 30 * 24 * 3_600_000;
/** Requests that `schedule` has under way at a time. */
const PLANTING = 256;

const openBus = async (url: string): Promise<{ bus: Bus; close(): Promise<void> }> => {
  const store = await openStore(url, { dataDir: '.' });
  const bus = await createBus({ store, settings: { backlog: BACKLOG } });
  return {
    bus,
    async close() {
      await bus.close();
      await store.close();
    },
  };
};

/** The bus on a store. Answers are read as the runtime reads them: by a cursor, at each hint. */
const hermes = (
  name: string,
  place: Contestant['place'],
  setUp: string,
  /** How often both sides look where no hint comes. */
  pollMs: number,
): Contestant => ({
  name,
  place,
  syncs: true,
  setUp,
  async startWorker(url, concurrency) {
    const { bus, close } = await openBus(url);
    const worker = createWorker({
      bus,
      concurrency,
      pollMs,
      executor: {
        holds: () => true,
        execute: async ({ input }) => ({ ok: true, output: input, executionTimeMs: 0 }),
      },
    });
    await worker.start();
    return async () => {
      await worker.drain(1_000);
      await close();
    };
  },
  async connect(url) {
    const { bus, close } = await openBus(url);
    const answers = await readAnswers(bus, pollMs);
    const ids = createIds(systemClock);
    return {
      async request(input) {
        const order = orderOf(ids.next(), input);
        const answer = answers.answerTo(order.requestId);
        await bus.submit(order);
        return answer;
      },
      async schedule(count) {
        const startAt = systemClock.now() + MONTH_MS;
        let planted = 0;
        const plant = async (): Promise<void> => {
          while (planted++ < count) await bus.submit({ ...orderOf(ids.next(), {}), startAt });
        };
        await Promise.all(Array.from({ length: PLANTING }, plant));
      },
      async close() {
        await answers.stop();
        await close();
      },
    } satisfies Requester;
  },
});

const orderOf = (requestId: string, input: JsonObject): Order => ({
  requestId,
  sessionId: requestId,
  tenant: 'bench',
  subject: 'bench',
  domain: 'bench',
  priority: 'normal',
  origin: {},
  steps: [
    {
      id: 'echo',
      tool: 'echo',
      version: '1.0.0',
      hash: 'h1',
      input,
      timeoutMs: 20_000,
      retryPolicy: { maxAttempts: 3, initialMs: 1_000, multiplier: 2, maxMs: 4_000, jitter: 0.2 },
      effects: 'read',
      idempotent: true,
    },
  ],
});

export const hermesPostgres = hermes(
  'hermes, PostgreSQL',
  'postgres',
  'REQUEST, ACK, RESULT and the state in one journal, group commit; NOTIFY wakes',
  100,
);
export const hermesSqlite = hermes(
  'hermes, SQLite',
  'sqlite',
  'the same journal in one file with synchronous=FULL; two processes, each looks every 2 ms',
  2,
);
