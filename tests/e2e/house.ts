import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createHermes,
  type Hermes,
  type HermesOptions,
  type Identity,
  type TurnResult,
} from '@hermes-agent/runtime';

export const OPERATOR: Identity = { tenant: 'local', subject: 'e2e', role: 'operator' };
const OUTCOME_WAIT_MS = 60_000;

export interface House {
  readonly hermes: Hermes;
  readonly dataDir: string;
  /** Opens a session with an agent. */
  talkTo(agent: string, locale?: 'zh' | 'en'): Promise<Talk>;
  /** Ends the house; `keep` leaves its data for the next. */
  stop(keep?: boolean): Promise<void>;
}

export interface Talk {
  readonly sessionId: string;
  /** One turn; waits for the outcome of what it starts. */
  say(text: string, referenceMs?: number): Promise<TurnResult>;
}

/** The whole product in this process on a data folder of its own: demo agents, demo upstreams, a worker. */
export async function openHouse(options: Partial<HermesOptions> = {}): Promise<House> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'hermes-e2e-')));
  const agents = new URL('../../agents/', import.meta.url);
  const hermes = await createHermes({
    agentFolders: ['after-sales', 'office-reports'].map((name) => fileURLToPath(new URL(name, agents))),
    demos: true,
    worker: true,
    environment: {},
    ...options,
    dataDir,
  });
  return {
    hermes,
    dataDir,
    async talkTo(agent, locale) {
      const { sessionId } = await hermes.openSession({
        agent,
        identity: OPERATOR,
        ...(locale === undefined ? {} : { locale }),
      });
      let turns = 0;
      return {
        sessionId,
        say(text, referenceMs) {
          turns += 1;
          return hermes.turn({
            sessionId,
            identity: OPERATOR,
            turnId: `turn-${turns}`,
            text,
            waitMs: OUTCOME_WAIT_MS,
            ...(referenceMs === undefined ? {} : { referenceMs }),
          });
        },
      };
    },
    async stop(keep = false) {
      await hermes.stop(2_000);
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const wordsOf = ({ replies }: TurnResult): string => replies.map(({ text }) => text).join('\n');
export const keysOf = ({ replies }: TurnResult): string[] => replies.map(({ key }) => key);
