import type { Clock } from '@hermes-agent/core';
import type { DriftBucket, DriftStore } from './store.ts';

const MOST_BUCKETS = 1000;

/** Counts in this process. When full, the bucket that has been quiet longest makes room. */
export function createMemoryDrift(clock: Clock): DriftStore {
  const buckets = new Map<string, DriftBucket>();
  return {
    record({ tool, version, pointer, keyword, observed }) {
      const key = JSON.stringify([tool, version, pointer, keyword, observed]);
      const now = clock.now();
      const known = buckets.get(key);
      // Re-inserting keeps the map in the order of last sight.
      buckets.delete(key);
      buckets.set(key, {
        tool,
        version,
        pointer,
        keyword,
        observed,
        count: (known?.count ?? 0) + 1,
        firstSeen: known?.firstSeen ?? now,
        lastSeen: now,
      });
      if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value!);
    },
    list: () => Promise.resolve([...buckets.values()].reverse()),
  };
}
