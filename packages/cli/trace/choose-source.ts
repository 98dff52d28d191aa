import { createClient, type HermesClient, localOperator } from '@hermes-agent/server/client';
import { createLocalClient } from '../chat/local-client.ts';
import { findServer } from '../instance/find-server.ts';
import { startRuntime } from '../start-runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type TraceSource = Pick<HermesClient, 'trace' | 'findTraces'>;

interface Place {
  readonly dataDir: string;
  readonly agents: string | undefined;
  readonly server: string | undefined;
}

/** The running server, else the store itself, opened only to read: no demos, no worker. */
export async function withTraces<T>(
  { dataDir, agents, server }: Place,
  terminal: Terminal,
  work: (source: TraceSource) => Promise<T>,
): Promise<T> {
  const url = server ?? (await findServer(dataDir))?.url;
  if (url !== undefined) {
    const token = terminal.environment.HERMES_TOKEN;
    return work(createClient({ url, ...(token === undefined ? {} : { token }) }));
  }
  const { findAgentFolders } = await import('../agent-folders.ts');
  const agentFolders = await findAgentFolders(agents, terminal);
  const hermes = await startRuntime(
    { dataDir, agentFolders, demos: false, worker: false, sessions: false },
    terminal,
  );
  try {
    return await work(createLocalClient(hermes, localOperator()));
  } finally {
    await hermes.stop(0);
  }
}
