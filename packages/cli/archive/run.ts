import { resolve } from 'node:path';
import { findAgentFolders } from '../agent-folders.ts';
import { dataDirOf } from '../data-dir.ts';
import { startRuntime } from '../start-runtime.ts';
import { type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';

export interface ArchiveOptions {
  readonly olderThan?: number;
  readonly to?: string;
  readonly json?: boolean;
  readonly data?: string;
  readonly agents?: string;
}

const DAY_MS = 86_400_000;

/** `hermes archive`: sweeps the store itself, beside a server that runs over it or not. */
export async function archive(options: ArchiveOptions, terminal: Terminal): Promise<void> {
  const { olderThan, to, json } = options;
  const dataDir = dataDirOf(options.data, terminal);
  const agentFolders = await findAgentFolders(options.agents, terminal);
  const hermes = await startRuntime(
    { dataDir, agentFolders, demos: false, worker: false, sessions: false },
    terminal,
  );
  try {
    const age = olderThan === undefined ? undefined : olderThan * DAY_MS;
    const report = await hermes.archive({
      ...(age === undefined ? {} : { requestsMs: age, sessionsMs: age, spansMs: age }),
      ...(to === undefined ? {} : { archiveFolder: resolve(to) }),
    });
    if (json === true) return writeJson(terminal.stdout, report);
    const { executions, sessions, spans, artifacts, profileValues } = report;
    writeLine(
      terminal.stdout,
      `Removed ${executions} requests, ${sessions} sessions, ${spans} spans, ${artifacts} files, ${profileValues} profile values.`,
    );
  } finally {
    await hermes.stop(0);
  }
}
