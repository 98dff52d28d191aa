import type { Contestant } from '../contestant.ts';
import { importPeer } from './import-peer.ts';

interface Handle {
  getResult(options: { pollingIntervalMs: number }): Promise<unknown>;
}
interface Dbos {
  readonly DBOS: {
    setConfig(config: object): void;
    registerWorkflow<T>(work: T, options: { name: string }): T;
    runStep<T>(work: () => Promise<T>, options: { name: string }): Promise<T>;
    launch(): Promise<void>;
    registerQueue(name: string, options: { minPollingIntervalMs: number }): Promise<unknown>;
    shutdown(): Promise<void>;
  };
  readonly DBOSClient: {
    create(options: { systemDatabaseUrl: string; systemDatabasePoolSize: number }): Promise<{
      enqueue(options: { workflowName: string; queueName: string }, input: unknown): Promise<Handle>;
      destroy(): Promise<void>;
    }>;
  };
}

const QUEUE = 'agent_requests';
const WORKFLOW = 'echo';
/** It has no other way to hear of work and of results: the shorter, the faster it answers and the more it asks. */
const POLL_MS = 5;
const POOL = 20;

export const dbos: Contestant = {
  name: 'DBOS Transact',
  place: 'postgres',
  syncs: true,
  setUp: `a workflow of one step on a queue; both sides poll every ${POLL_MS} ms`,
  async startWorker(url) {
    const { DBOS } = await importPeer<Dbos>('@dbos-inc/dbos-sdk');
    DBOS.setConfig({
      name: 'bench',
      systemDatabaseUrl: url,
      sysDbPoolSize: POOL,
      logLevel: 'error',
      runAdminServer: false,
    });
    const echo = async (input: unknown): Promise<unknown> =>
      DBOS.runStep(async () => input, { name: WORKFLOW });
    DBOS.registerWorkflow(echo, { name: WORKFLOW });
    await DBOS.launch();
    await DBOS.registerQueue(QUEUE, { minPollingIntervalMs: POLL_MS });
    return () => DBOS.shutdown();
  },
  async connect(url) {
    const { DBOSClient } = await importPeer<Dbos>('@dbos-inc/dbos-sdk');
    const client = await DBOSClient.create({ systemDatabaseUrl: url, systemDatabasePoolSize: POOL });
    return {
      async request(input) {
        const handle = await client.enqueue({ workflowName: WORKFLOW, queueName: QUEUE }, input);
        return handle.getResult({ pollingIntervalMs: POLL_MS });
      },
      close: () => client.destroy(),
    };
  },
};
