import { basename } from 'node:path';
import { findAgentFolders } from '../agent-folders.ts';
import { dataDirOf } from '../data-dir.ts';
import { findServer } from '../instance/find-server.ts';
import { startRuntime } from '../start-runtime.ts';
import { aborted, watchStop } from '../terminal/stop-signal.ts';
import { createPaint, type Terminal, writeLine } from '../terminal/terminal.ts';
import { unknownAgent } from '../unknown-agent.ts';

export interface WorkerOptions {
  readonly data?: string;
  readonly agents?: string;
}

const STOP_MS = 2_500;

/** `hermes worker`: claims and runs the steps of one agent over the store that others fill, until Ctrl-C. */
export async function work(agent: string, options: WorkerOptions, terminal: Terminal): Promise<void> {
  const dataDir = dataDirOf(options.data, terminal);
  const folder = await findFolder(agent, options, terminal);
  const server = await findServer(dataDir);
  const stop = watchStop();
  const hermes = await startRuntime(
    {
      dataDir,
      agentFolders: [folder],
      demos: false,
      worker: true,
      sessions: false,
      environment: server?.environment ?? {},
    },
    terminal,
  );
  try {
    await hermes.ready();
    const paint = createPaint(terminal.stdout);
    const beside =
      server === null ? 'no server is running here yet' : `beside ${server.url} (pid ${server.pid})`;
    writeLine(
      terminal.stdout,
      `Worker ${process.pid} of ${paint('bold', agent)}, ${beside}. Ctrl-C stops it.`,
    );
    await aborted(stop.signal);
    writeLine(terminal.stdout, 'Stopping …');
  } finally {
    await hermes.stop(STOP_MS);
  }
}

async function findFolder(agent: string, options: WorkerOptions, terminal: Terminal): Promise<string> {
  const folders = await findAgentFolders(options.agents, terminal);
  const names = folders.map((folder) => basename(folder));
  const index = names.indexOf(agent);
  if (index >= 0) return folders[index]!;
  throw unknownAgent(agent, names);
}
