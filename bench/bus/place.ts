import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startPrivateNats,
  startPrivatePostgres,
  startPrivateRabbitmq,
  startPrivateRedis,
} from '@hermes-agent/testkit/services';

export type PlaceKind = 'sqlite' | 'postgres' | 'redis-always' | 'redis-everysec' | 'rabbitmq' | 'nats';

/** Where one measurement keeps its data: new, its own, and gone afterwards. */
export interface Place {
  readonly url: string;
  stop(): Promise<void>;
}

const OPEN: Readonly<Record<PlaceKind, () => Promise<Place | null>>> = {
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'hermes-bench-'));
    return {
      url: `sqlite:${join(folder, 'bus.db')}`,
      stop: () => rm(folder, { recursive: true, force: true }),
    };
  },
  postgres: () => startPrivatePostgres(),
  'redis-always': () => startPrivateRedis({ appendfsync: 'always' }),
  'redis-everysec': () => startPrivateRedis({ appendfsync: 'everysec' }),
  rabbitmq: () => startPrivateRabbitmq({ everyCore: true }),
  nats: () => startPrivateNats(),
};

/** Null where the server is not installed and cannot be. */
export const openPlace = (kind: PlaceKind): Promise<Place | null> => OPEN[kind]();
