import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HermesError } from '@hermes-agent/core';
import { listAgentFolders } from '@hermes-agent/runtime';
import type { Terminal } from './terminal/terminal.ts';

/**
 * The agent folders: those inside `--agents`, HERMES_AGENTS or `agents` here; or that folder itself, when it is one.
 *
 * Throws `AGENT_INVALID` when there is none.
 */
export async function findAgentFolders(
  option: string | undefined,
  { environment }: Terminal,
): Promise<string[]> {
  const parent = resolve(option ?? environment.HERMES_AGENTS ?? 'agents');
  const isAgent = await access(join(parent, 'agent.yaml')).then(
    () => true,
    () => false,
  );
  if (isAgent) return [parent];
  const folders = await listAgentFolders(parent).catch(() => []);
  if (folders.length > 0) return folders;
  throw new HermesError('AGENT_INVALID', 'No agent is here', {
    layer: 'cli',
    where: parent,
    hint: 'Run hermes beside the folder `agents`, or name the folder with --agents.',
  });
}
