import { stat } from 'node:fs/promises';
import { HermesError } from '@hermes-agent/core';
import type { Contract } from '@hermes-agent/tools';
import type { AgentDocument } from './agent-document.ts';

/**
 * A file that a tool reads and somebody configured has to be there at the start: found out at the first request, it
 * would be a user who hears of it. Throws `AGENT_INVALID` with the setting, its variable and the path.
 */
export async function checkFiles(
  contracts: readonly Contract[],
  document: AgentDocument,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  for (const { binding } of contracts) {
    if (binding?.kind !== 'function') continue;
    for (const { setting } of binding.function.files ?? []) {
      const path = settings[setting];
      if (path === undefined || (await isFile(path))) continue;
      throw new HermesError(
        'AGENT_INVALID',
        `The setting ${setting} of ${document.name} names no file: ${path}`,
        {
          layer: 'runtime',
          where: document.settings[setting]?.env ?? setting,
          hint: 'Give the path of a file that this process may read, or leave the variable out.',
        },
      );
    }
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
