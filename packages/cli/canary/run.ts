import type { CanaryDesk, CanaryView } from '@hermes-agent/runtime';
import { findAgentFolders } from '../agent-folders.ts';
import { dataDirOf } from '../data-dir.ts';
import { startRuntime } from '../start-runtime.ts';
import { createPaint, type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';
import { drawCanary } from './draw.ts';

export interface CanaryOptions {
  readonly json?: boolean;
  readonly data?: string;
  readonly agents?: string;
}

export interface StartOptions extends CanaryOptions {
  readonly candidate?: string;
  readonly stable?: string;
  readonly percent: number;
  readonly auto?: boolean;
}

/** `hermes canary start`. */
export const start = (
  agent: string,
  tool: string,
  options: StartOptions,
  terminal: Terminal,
): Promise<void> =>
  withDesk(options, terminal, async (desk) => [
    await desk.start({
      agent,
      tool,
      weight: weightOf(options.percent),
      automatic: options.auto === true,
      by: nameOf(terminal),
      ...(options.candidate === undefined ? {} : { candidate: options.candidate }),
      ...(options.stable === undefined ? {} : { stable: options.stable }),
    }),
  ]);

/** `hermes canary status`. */
export const status = (options: CanaryOptions, terminal: Terminal): Promise<void> =>
  withDesk(options, terminal, (desk) => desk.list());

/** `hermes canary promote`. */
export const promote = (
  tool: string,
  options: CanaryOptions & { readonly percent?: number },
  terminal: Terminal,
): Promise<void> =>
  withDesk(options, terminal, async (desk) => {
    const weight = options.percent === undefined ? undefined : weightOf(options.percent);
    return [await desk.promote(tool, nameOf(terminal), weight)];
  });

/** `hermes canary rollback`. */
export const rollback = (
  tool: string,
  options: CanaryOptions & { readonly reason?: string },
  terminal: Terminal,
): Promise<void> =>
  withDesk(options, terminal, async (desk) => [await desk.rollback(tool, nameOf(terminal), options.reason)]);

const weightOf = (percent: number): number => Math.round(percent * 100);

const nameOf = ({ environment }: Terminal): string => environment.USER ?? 'operator';

/** Works on the store itself, beside whatever serves it, and shows what came of it. */
async function withDesk(
  { json, data, agents }: CanaryOptions,
  terminal: Terminal,
  work: (desk: CanaryDesk) => Promise<readonly CanaryView[]>,
): Promise<void> {
  const { stdout } = terminal;
  const agentFolders = await findAgentFolders(agents, terminal);
  const hermes = await startRuntime(
    { dataDir: dataDirOf(data, terminal), agentFolders, demos: false, worker: false, sessions: false },
    terminal,
  );
  try {
    const views = await work(hermes.canary);
    if (json === true) for (const view of views) writeJson(stdout, view);
    else if (views.length === 0) writeLine(stdout, 'No canary has been started.');
    else {
      const paint = createPaint(stdout);
      for (const line of views.flatMap((view) => drawCanary(view, paint))) writeLine(stdout, line);
    }
  } finally {
    await hermes.stop(0);
  }
}
