import { afterEach } from 'vitest';
import type { Store } from '../port.ts';
import { ACCOUNTS } from './accounts.ts';

export interface StoreLimits {
  readonly busyMs?: number;
  readonly limitMs?: number;
}

export interface StoreUnderTest {
  readonly store: Store;
  /** What `openStore` opens the same database with, from any process; null when it lives in this handle alone. */
  readonly url: string | null;
  /** Closes the store and deletes the database. */
  dispose(): Promise<void>;
}

export type OpenStoreUnderTest = (limits?: StoreLimits) => Promise<StoreUnderTest>;

/** `open`, with the disposal after each test. */
export function openEach(open: OpenStoreUnderTest): OpenStoreUnderTest {
  const opened: StoreUnderTest[] = [];
  afterEach(async () => {
    for (const { dispose } of opened.splice(0)) await dispose();
  });
  return async (limits) => {
    const underTest = await open(limits);
    opened.push(underTest);
    return underTest;
  };
}

export async function openWithAccounts(
  open: OpenStoreUnderTest,
  limits?: StoreLimits,
): Promise<StoreUnderTest> {
  const underTest = await open(limits);
  await underTest.store.migrate('conformance', [ACCOUNTS]);
  return underTest;
}
