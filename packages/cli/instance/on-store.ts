import type { Hermes } from '@hermes-agent/runtime';
import { findAgentFolders } from '../agent-folders.ts';
import { dataDirOf } from '../data-dir.ts';
import { startRuntime } from '../start-runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface StoreOptions {
  readonly json?: boolean;
  readonly data?: string;
  readonly agents?: string;
}

/** Works on the store itself, beside whatever serves it: no demos, no worker. */
export async function onStore(
  { data, agents }: StoreOptions,
  terminal: Terminal,
  work: (hermes: Hermes) => Promise<void>,
): Promise<void> {
  const agentFolders = await findAgentFolders(agents, terminal);
  const hermes = await startRuntime(
    { dataDir: dataDirOf(data, terminal), agentFolders, demos: false, worker: false, sessions: false },
    terminal,
  );
  try {
    await work(hermes);
  } finally {
    await hermes.stop(0);
  }
}

/** Who is at the keyboard, for the record. */
export const nameOf = ({ environment }: Terminal): string => environment.USER ?? 'operator';
