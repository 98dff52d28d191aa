import { join } from 'node:path';
import type { Hermes, HermesOptions } from '@hermes-agent/runtime';
import type { Terminal } from './terminal/terminal.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

interface RuntimeChoice
  extends Pick<HermesOptions, 'demos' | 'worker' | 'sessions' | 'dataDir' | 'agentFolders'> {
  /** Beside the process's own environment, which wins. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A runtime over the data folder. Its log goes to a file there, so that it never runs into what a person reads. */
export async function startRuntime(choice: RuntimeChoice, { environment }: Terminal): Promise<Hermes> {
  const { createHermes } = await import('@hermes-agent/runtime');
  return createHermes({
    ...choice,
    environment: { ...choice.environment, ...environment },
    logLevel: LOG_LEVELS.find((level) => level === environment.HERMES_LOG_LEVEL) ?? 'info',
    logTo: join(choice.dataDir, 'hermes.log'),
    ...(environment.HERMES_STORE === undefined ? {} : { storeUrl: environment.HERMES_STORE }),
    ...(environment.HERMES_BROKER === undefined ? {} : { brokerUrl: environment.HERMES_BROKER }),
  });
}
