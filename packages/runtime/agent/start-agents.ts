import { join } from 'node:path';
import { type Clock, HermesError, type Logger, type Tracer } from '@hermes-agent/core';
import { type ArtifactStore, createRegistry, createSecretSource } from '@hermes-agent/tools';
import { type Demo, startDemo } from '../demo/demo.ts';
import type { Agent } from './agent.ts';
import { checkFiles } from './check-files.ts';
import { loadAgent } from './load-agent.ts';
import { demoEnvironmentOf, type Environment, resolveSurroundings } from './settings.ts';

export interface StartAgentsOptions {
  readonly folders: readonly string[];
  readonly dataDir: string;
  readonly demos: boolean;
  readonly environment: Environment;
  readonly artifacts: ArtifactStore;
  readonly clock: Clock;
  readonly tracer: Tracer;
  readonly logger: Logger;
}

export interface RunningAgents {
  readonly byName: ReadonlyMap<string, Agent>;
  readonly demoEnvironment: Readonly<Record<string, string>>;
  readonly mailboxUrl: string | null;
  stop(): Promise<void>;
}

/** Loads every folder, starts the demo upstreams if asked to, and gives each agent callable tools. */
export async function startAgents(options: StartAgentsOptions): Promise<RunningAgents> {
  const { folders, dataDir, environment, clock, logger } = options;
  const loaded = await Promise.all(folders.map(loadAgent));
  const byName = new Map<string, Agent>();
  const demos: Demo[] = [];
  let demoEnvironment: Record<string, string> = {};
  const stop = async (): Promise<void> => {
    await Promise.all([...byName.values()].map(({ registry }) => registry.close()));
    await Promise.all(demos.map((demo) => demo.stop()));
  };
  try {
    for (const agent of loaded) {
      const { document, folder, contracts } = agent;
      if (byName.has(document.name)) {
        throw new HermesError('AGENT_INVALID', `Two folders hold an agent named ${document.name}`, {
          layer: 'runtime',
          where: folder,
        });
      }
      const demo = options.demos
        ? await startDemo(folder, join(dataDir, 'demo', document.name), clock)
        : null;
      if (demo !== null) {
        demos.push(demo);
        demoEnvironment = { ...demoEnvironment, ...demoEnvironmentOf(document, demo) };
      }
      const { servers, settings, secrets } = resolveSurroundings(document, environment, demo);
      await checkFiles(contracts, document, settings);
      const registry = createRegistry({
        contracts,
        servers,
        settings,
        secrets: createSecretSource(secrets, environment),
        artifacts: options.artifacts,
        cacheFolder: join(dataDir, 'cache', document.name),
        clock,
        tracer: options.tracer,
        logger: logger.with({ agent: document.name }),
      });
      byName.set(document.name, { ...agent, registry });
    }
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  const mailboxUrl =
    demos.find(({ mailbox }) => mailbox !== undefined)?.mailbox ?? environment.MAILBOX_URL ?? null;
  return { byName, demoEnvironment, mailboxUrl, stop };
}
