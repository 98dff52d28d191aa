import { join } from 'node:path';
import { startServer } from '@hermes-agent/server';
import { findAgentFolders } from '../agent-folders.ts';
import { dataDirOf } from '../data-dir.ts';
import { claimData } from '../instance/claim-data.ts';
import { removeServerFile, writeServerFile } from '../instance/server-file.ts';
import { readPort } from '../read-port.ts';
import { startRuntime } from '../start-runtime.ts';
import { aborted, watchStop } from '../terminal/stop-signal.ts';
import { createPaint, type Terminal, writeLine } from '../terminal/terminal.ts';
import { version } from '../version.ts';
import { drawBanner } from './banner.ts';

export interface DevOptions {
  readonly port?: number;
  readonly host?: string;
  readonly data?: string;
  readonly agents?: string;
}

/** Together under the three seconds within which Ctrl-C has to be done. */
const SERVER_STOP_MS = 1_000;
const RUNTIME_STOP_MS = 1_500;
const GIVE_UP_MS = 2_900;

/**
 * `hermes dev`: everything in one process until Ctrl-C.
 *
 * Throws `SERVER_RUNNING` with the pid of the first, `PORT_IN_USE`, and whatever is wrong with the agents.
 */
export async function dev(options: DevOptions, terminal: Terminal): Promise<void> {
  const beganAt = performance.now();
  const { environment, stdout, stderr } = terminal;
  const dataDir = dataDirOf(options.data, terminal);
  const agentFolders = await findAgentFolders(options.agents, terminal);
  const stop = watchStop();
  await using cleanup = new AsyncDisposableStack();
  const lock = await claimData(dataDir);
  cleanup.defer(() => lock.release());
  const building = buildPage(join(dataDir, 'console'), stderr);
  const hermes = await startRuntime({ dataDir, agentFolders, demos: true, worker: true }, terminal);
  cleanup.defer(() => hermes.stop(RUNTIME_STOP_MS));
  const consoleDir = await building;
  const server = await startServer({
    hermes,
    port: options.port ?? readPort(environment),
    host: options.host ?? environment.HERMES_HOST ?? '127.0.0.1',
    version,
    allowedHosts: environment.HERMES_ALLOWED_HOSTS?.split(',').map((name) => name.trim()) ?? [],
    ...(environment.HERMES_TOKENS === undefined ? {} : { tokensFile: environment.HERMES_TOKENS }),
    ...(consoleDir === null ? {} : { consoleDir }),
  });
  cleanup.defer(() => server.stop(SERVER_STOP_MS));
  await hermes.ready();
  await writeServerFile(dataDir, {
    pid: process.pid,
    command: 'dev',
    started_at: new Date().toISOString(),
    url: server.url,
    instance: server.instance,
    environment: hermes.demoEnvironment(),
  });
  cleanup.defer(() => removeServerFile(dataDir));
  const banner = { url: server.url, agents: hermes.agents(), startMs: performance.now() - beganAt, version };
  for (const line of drawBanner(banner, createPaint(stdout))) writeLine(stdout, line);

  await aborted(stop.signal);
  writeLine(stdout, '\n  Stopping …');
  // Nothing may outlive the three seconds, whatever hangs.
  setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
}

/** A server without its page is still a server: what goes wrong is told and no more. */
async function buildPage(outDir: string, stderr: NodeJS.WriteStream): Promise<string | null> {
  try {
    const { buildConsole } = await import('@hermes-agent/console/build');
    return (await buildConsole({ outDir, logLevel: 'silent' })).outDir;
  } catch (thrown) {
    writeLine(stderr, `The console could not be built and is left out: ${String(thrown)}`);
    return null;
  }
}
