import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DataLock {
  release(): void;
}

/**
 * Takes the data folder for this process; null when another holds it. The lock is SQLite's lock on a file of its
 * own, which the operating system drops with the process: a kill -9 leaves nothing to clear away, and no pid to
 * mistake for another's.
 */
export async function holdData(dataDir: string): Promise<DataLock | null> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (thrown) {
    database.close();
    if ((thrown as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw thrown;
  }
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;
