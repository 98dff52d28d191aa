import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAgentFolders } from '../agent-folders.ts';
import type { FoundServer } from '../instance/find-server.ts';
import { startRuntime } from '../start-runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Check } from './check.ts';

interface House {
  readonly dataDir: string;
  readonly agents: string | undefined;
  readonly terminal: Terminal;
}

/** Opens the store that is in use, as another process would beside a running server. */
export const storeCheck = ({ dataDir, agents, terminal }: House): Check => ({
  name: 'store',
  async run() {
    const agentFolders = await findAgentFolders(agents, terminal);
    const hermes = await startRuntime(
      { dataDir, agentFolders, demos: false, worker: false, sessions: false },
      terminal,
    );
    try {
      await hermes.ready();
      await hermes.findTraces({ tenant: 'local', limit: 1 });
      const open = await hermes.attention('local');
      if (open.length === 0) return { status: 'ok', detail: terminal.environment.HERMES_STORE ?? 'embedded' };
      return {
        status: 'warn',
        detail: `${open.length} request(s) wait for a person`,
        todo: `Look at each: hermes trace ${open[0]!.requestId}`,
      };
    } finally {
      await hermes.stop(0);
    }
  },
});

/** Loads every agent and starts its demos in a folder of their own, so that nothing real is touched. */
export const agentsCheck = ({ agents, terminal }: House): Check => ({
  name: 'agents',
  async run() {
    const agentFolders = await findAgentFolders(agents, terminal);
    const dataDir = await mkdtemp(join(tmpdir(), 'hermes-doctor-'));
    try {
      const hermes = await startRuntime({ dataDir, agentFolders, demos: true, worker: false }, terminal);
      try {
        await hermes.ready();
        const names = hermes.agents().map(({ name }) => name);
        return { status: 'ok', detail: `${names.join(', ')}, their demos start` };
      } finally {
        await hermes.stop(0);
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

export const serverCheck = (running: FoundServer | null): Check => ({
  name: 'server',
  async run() {
    if (running === null) return { status: 'ok', detail: 'none is running; `hermes dev` starts one' };
    const { status } = await fetch(new URL('/readyz', running.url), { signal: AbortSignal.timeout(2_000) });
    const detail = `pid ${running.pid} at ${running.url}`;
    return status === 200
      ? { status: 'ok', detail: `${detail} is ready` }
      : {
          status: 'warn',
          detail: `${detail} is not ready`,
          todo: 'Wait a moment, or read hermes.log in the data folder.',
        };
  },
});

/** The font that Chinese reports are set in. */
export const fontCheck: Check = {
  name: 'font',
  async run() {
    const font = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';
    try {
      createRequire(import.meta.url).resolve(font);
      return { status: 'ok', detail: 'Noto Sans SC' };
    } catch {
      return {
        status: 'warn',
        detail: `${font} is not installed`,
        todo: 'Run npm install; reports need it.',
      };
    }
  },
};
