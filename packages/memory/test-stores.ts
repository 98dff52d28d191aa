import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@hermes-agent/core';
import { openStore, type Store } from '@hermes-agent/store';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { afterEach, describe, inject } from 'vitest';

export interface TestStore {
  readonly store: Store;
  /** Another handle on the same data, as after a restart. */
  reopen(): Promise<Store>;
  /** The folder of an embedded store's files; null for a server. */
  readonly folder: string | null;
}

export type OpenTestStore = (clock?: Clock) => Promise<TestStore>;

/** Runs `body` once for each dialect. What it opens is closed and deleted after each test. */
export function describeOnEachStore(name: string, body: (open: OpenTestStore) => void): void {
  const url = inject('postgresUrl');
  describe(`${name} on SQLite`, () => body(opening(sqliteFolder)));
  describe.skipIf(url === null)(`${name} on PostgreSQL`, () => body(opening(() => postgresDatabase(url!))));
}

interface Place {
  readonly url: string;
  readonly folder: string | null;
  remove(): Promise<void>;
}

async function sqliteFolder(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-memory-'));
  return {
    url: `sqlite:${join(folder, 'hermes.db')}`,
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function postgresDatabase(server: string): Promise<Place> {
  const database = await freshDatabase(server);
  return { url: database.url, folder: null, remove: () => database.drop() };
}

function opening(place: () => Promise<Place>): OpenTestStore {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  return async (clock) => {
    const { url, folder, remove } = await place();
    undo.push(remove);
    const open = async (): Promise<Store> => {
      const store = await openStore(url, { dataDir: tmpdir(), ...(clock === undefined ? {} : { clock }) });
      undo.push(() => store.close());
      return store;
    };
    return { store: await open(), reopen: open, folder };
  };
}
