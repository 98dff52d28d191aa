import { createOperatorClient, localOperator, type OperatorClient } from '@hermes-agent/server/client';
import { dataDirOf } from '../data-dir.ts';
import { findServer } from '../instance/find-server.ts';
import { startRuntime } from '../start-runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface DeskOptions {
  readonly server?: string;
  readonly data?: string;
  readonly agents?: string;
  readonly json?: boolean;
}

/** The running server's desk, else the store's own, opened without demos or worker. */
export async function withDesk<T>(
  { server, data, agents }: DeskOptions,
  terminal: Terminal,
  work: (desk: OperatorClient) => Promise<T>,
): Promise<T> {
  const dataDir = dataDirOf(data, terminal);
  const url = server ?? (await findServer(dataDir))?.url;
  if (url !== undefined) {
    const token = terminal.environment.HERMES_TOKEN;
    return work(createOperatorClient({ url, ...(token === undefined ? {} : { token }) }));
  }
  const { findAgentFolders } = await import('../agent-folders.ts');
  const agentFolders = await findAgentFolders(agents, terminal);
  const hermes = await startRuntime(
    { dataDir, agentFolders, demos: false, worker: false, sessions: false },
    terminal,
  );
  const identity = localOperator();
  const { tenant } = identity;
  try {
    return await work({
      cancel: (requestId) => hermes.cancel(requestId, identity),
      attention: () => hermes.attention(tenant),
      settleAttention: (input) => hermes.settleAttention({ ...input, identity }),
      compensations: (query) => hermes.compensations({ ...query, tenant }),
      settleCompensations: (input) => hermes.settleCompensations({ ...input, identity }),
    });
  } finally {
    await hermes.stop(0);
  }
}
