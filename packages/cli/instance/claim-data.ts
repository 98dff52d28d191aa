import { HermesError, sleep, systemClock } from '@hermes-agent/core';
import { type DataLock, holdData } from './data-lock.ts';
import { readServerFile } from './server-file.ts';

/**
 * Takes the data folder for a process that starts the demos, waiting up to `patienceMs` for another to end.
 *
 * Throws `SERVER_RUNNING` with the pid of the holder.
 */
export async function claimData(dataDir: string, patienceMs = 0): Promise<DataLock> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const lock = await holdData(dataDir);
    if (lock !== null) return lock;
    if (performance.now() >= giveUpAt) break;
    await sleep(systemClock, 50);
  }
  const holder = await readServerFile(dataDir);
  const who = holder === null ? 'another process' : `hermes ${holder.command} (pid ${holder.pid})`;
  throw new HermesError('SERVER_RUNNING', `The data in ${dataDir} is in use by ${who}`, {
    layer: 'cli',
    where: holder?.url ?? dataDir,
    hint: `End it first${holder === null ? '' : ` (kill ${holder.pid})`}, or choose another folder with --data.`,
    details: { pid: holder?.pid ?? null },
  });
}
