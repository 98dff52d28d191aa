import { describe } from 'vitest';
import { hintConformance } from './hint.ts';
import { lifeConformance } from './life.ts';
import { migrationConformance } from './migration.ts';
import type { OpenStoreUnderTest } from './opened.ts';
import { processConformance } from './process.ts';
import { queryConformance } from './query.ts';
import { transactionConformance } from './transaction.ts';

export type { OpenStoreUnderTest, StoreLimits, StoreUnderTest } from './opened.ts';

/**
 * What every implementation of `Store` must do. `open` gives a store over an empty database of its own; the
 * suite disposes of it. Tests that need a second process are left out where `url` is null.
 */
export function storeConformance(name: string, open: OpenStoreUnderTest): void {
  describe(`store conformance: ${name}`, () => {
    queryConformance(open);
    transactionConformance(open);
    migrationConformance(open);
    hintConformance(open);
    lifeConformance(open);
    processConformance(open);
  });
}
