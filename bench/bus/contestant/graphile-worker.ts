import type { Contestant } from '../contestant.ts';
import { importPeer } from './import-peer.ts';
import { createWaiting } from './waiting.ts';

interface Payload {
  readonly id: string;
  readonly input: unknown;
}
interface Runner {
  addJob(task: string, payload: Payload): Promise<unknown>;
  stop(): Promise<void>;
}
type Task = (
  payload: Payload,
  helpers: { addJob(task: string, payload: Payload): Promise<unknown> },
) => Promise<unknown>;
interface Graphile {
  run(options: object): Promise<Runner>;
  readonly Logger: new (factory: () => () => void) => object;
}

async function startRunner(
  url: string,
  concurrency: number,
  taskList: Record<string, Task>,
): Promise<Runner> {
  const { run, Logger } = await importPeer<Graphile>('graphile-worker');
  return run({
    connectionString: url,
    concurrency,
    maxPoolSize: 20,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: new Logger(() => () => {}),
    taskList,
    // As its page on performance advises for many short jobs.
    preset: { worker: { localQueue: { size: concurrency + 1 }, completeJobBatchDelay: 0 } },
  });
}

/** Jobs of results that the requester takes at a time. */
const READERS = 64;

export const graphileWorker: Contestant = {
  name: 'graphile-worker',
  place: 'postgres',
  syncs: true,
  setUp: 'two tasks that wake by NOTIFY; the result is a job of its own',
  async startWorker(url, concurrency) {
    const runner = await startRunner(url, concurrency, {
      agent_request: (payload, { addJob }) => addJob('agent_result', payload),
    });
    return () => runner.stop();
  },
  async connect(url) {
    const waiting = createWaiting();
    const runner = await startRunner(url, READERS, {
      agent_result: async ({ id, input }) => waiting.resolve(id, input),
    });
    return {
      async request(input) {
        const id = waiting.newId();
        const answer = waiting.answerTo(id);
        await runner.addJob('agent_request', { id, input });
        return answer;
      },
      close: () => runner.stop(),
    };
  },
};
