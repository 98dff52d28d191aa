import { createClient, type HermesClient, localOperator } from '@hermes-agent/server/client';
import { claimData } from '../instance/claim-data.ts';
import { findServer } from '../instance/find-server.ts';
import { removeServerFile, writeServerFile } from '../instance/server-file.ts';
import { startRuntime } from '../start-runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { createLocalClient } from './local-client.ts';

/** A script of several chats in a row, or side by side, takes turns over one data folder. */
const PATIENCE_MS = 20_000;
const STOP_MS = 2_000;

interface Place {
  readonly dataDir: string;
  readonly agents: string | undefined;
  readonly server: string | undefined;
  readonly user: string | undefined;
}

export interface ChosenClient {
  readonly client: HermesClient;
  /** What to tell a person about where this runs. */
  readonly where: string;
  close(): Promise<void>;
}

/** The server named, else the one that runs over the data folder, else a runtime of one's own with the demos. */
export async function chooseClient(place: Place, terminal: Terminal): Promise<ChosenClient> {
  const { dataDir, user } = place;
  const url = place.server ?? (await findServer(dataDir))?.url;
  if (url !== undefined) {
    const token = terminal.environment.HERMES_TOKEN;
    const client = createClient({
      url,
      ...(user === undefined ? {} : { user }),
      ...(token === undefined ? {} : { token }),
    });
    return { client, where: url, close: async () => {} };
  }
  const lock = await claimData(dataDir, PATIENCE_MS);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => lock.release());
  cleanup.defer(() => removeServerFile(dataDir));
  const started_at = new Date().toISOString();
  await writeServerFile(dataDir, { pid: process.pid, command: 'chat', started_at, environment: {} });
  const { findAgentFolders } = await import('../agent-folders.ts');
  const agentFolders = await findAgentFolders(place.agents, terminal);
  const hermes = await startRuntime({ dataDir, agentFolders, demos: true, worker: true }, terminal);
  cleanup.defer(() => hermes.stop(STOP_MS));
  await hermes.ready();
  const rest = cleanup.move();
  return {
    client: createLocalClient(hermes, localOperator(user)),
    where: 'a runtime of its own',
    close: () => rest.disposeAsync(),
  };
}
