import type { Contestant } from '../contestant.ts';
import { importPeer } from './import-peer.ts';
import { createWaiting } from './waiting.ts';

interface Job {
  readonly data: { readonly id: string; readonly input: unknown };
}
interface Boss {
  on(event: 'error', hear: (thrown: Error) => void): void;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  createQueue(name: string, options: { notify: boolean }): Promise<void>;
  send(queue: string, data: object): Promise<unknown>;
  work(
    queue: string,
    options: { batchSize: number; burstWhenBatchFull: boolean; pollingIntervalSeconds: number },
    work: (jobs: readonly Job[]) => Promise<unknown>,
  ): Promise<unknown>;
}
interface PgBossModule {
  readonly PgBoss: new (options: { connectionString: string; useListenNotify: boolean; max: number }) => Boss;
}

const REQUESTS = 'agent_requests';
const RESULTS = 'agent_results';
const WORK = { batchSize: 64, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };

async function openBoss(url: string): Promise<Boss> {
  const { PgBoss } = await importPeer<PgBossModule>('pg-boss');
  const boss = new PgBoss({ connectionString: url, useListenNotify: true, max: 20 });
  boss.on('error', (thrown) => process.stderr.write(`pg-boss: ${thrown.message}\n`));
  await boss.start();
  for (const queue of [REQUESTS, RESULTS]) await boss.createQueue(queue, { notify: true });
  return boss;
}

export const pgBoss: Contestant = {
  name: 'pg-boss',
  place: 'postgres',
  syncs: true,
  setUp: 'two queues that wake by NOTIFY, fetched 64 at a time; the result is a job of its own',
  async startWorker(url) {
    const boss = await openBoss(url);
    await boss.work(REQUESTS, WORK, (jobs) => Promise.all(jobs.map(({ data }) => boss.send(RESULTS, data))));
    return () => boss.stop({ graceful: false });
  },
  async connect(url) {
    const boss = await openBoss(url);
    const waiting = createWaiting();
    await boss.work(RESULTS, WORK, async (jobs) => {
      for (const { data } of jobs) waiting.resolve(data.id, data.input);
    });
    return {
      async request(input) {
        const id = waiting.newId();
        const answer = waiting.answerTo(id);
        await boss.send(REQUESTS, { id, input });
        return answer;
      },
      close: () => boss.stop({ graceful: false }),
    };
  },
};
