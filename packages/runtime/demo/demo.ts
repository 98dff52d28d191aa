import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Clock, HermesError } from '@hermes-agent/core';

/** The stand-in upstreams of an agent, on loopback: real services with data of their own. */
export interface Demo {
  /** Name → address. */
  readonly servers: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Where its mailbox can be read, when it has one. */
  readonly mailbox?: string;
  stop(): Promise<void>;
}

type StartDemo = (options: { dataDir: string; now: () => number }) => Promise<Demo>;

/** Starts `demo/index.ts` of an agent folder; null when it has none. */
export async function startDemo(folder: string, dataDir: string, clock: Clock): Promise<Demo | null> {
  const entry = join(folder, 'demo', 'index.ts');
  try {
    await access(entry);
  } catch {
    return null;
  }
  const module = (await import(pathToFileURL(entry).href)) as { startDemo?: StartDemo };
  if (typeof module.startDemo !== 'function') {
    throw new HermesError('AGENT_INVALID', 'The demo exports no startDemo function', {
      layer: 'runtime',
      where: entry,
    });
  }
  return module.startDemo({ dataDir, now: () => clock.now() });
}
