import type { Clock } from '@hermes-agent/core';
import { LRUCache } from 'lru-cache';

export interface ExpiringCacheSettings<V> {
  readonly clock: Clock;
  readonly ttlMs: number;
  /** Entries kept; the least recently used one goes first. */
  readonly limit: number;
  /** Called once for each value that leaves, for whatever reason. */
  readonly onLeave?: (value: V) => void;
}

/** A bounded map whose entries vanish `ttlMs` after they were last written. Reading does not prolong them. */
export interface ExpiringCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): boolean;
  keys(): readonly string[];
  readonly size: number;
  /** Drops everything; what is set afterwards is dropped at once, so that no timer outlives its owner. */
  close(): void;
}

/**
 * `lru-cache` on the injected clock. Its own `ttlAutopurge` counts with the system's timers, so the purge is armed
 * here, at most twenty times a life; it takes a start of 0 for "no expiry", so time starts at 1; and it calls an
 * entry of exactly its limit fresh, so the limit is a millisecond shorter. `ttlMs` is a whole number above 1.
 */
export function createExpiringCache<V extends object>(settings: ExpiringCacheSettings<V>): ExpiringCache<V> {
  const { clock, ttlMs } = settings;
  let disarm: (() => void) | null = null;
  let closed = false;
  const entries = new LRUCache<string, V>({
    max: settings.limit,
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now: () => clock.monotonic() + 1 },
    ...(settings.onLeave === undefined ? {} : { dispose: settings.onLeave }),
  });

  const rest = (): void => {
    disarm?.();
    disarm = null;
  };
  const arm = (): void => {
    if (disarm !== null) return;
    let nextMs = ttlMs;
    for (const key of entries.keys()) nextMs = Math.min(nextMs, entries.getRemainingTTL(key));
    disarm = clock.after(Math.max(nextMs + 1, ttlMs / 20), () => {
      disarm = null;
      entries.purgeStale();
      if (entries.size > 0) arm();
    });
  };

  return {
    get: (key) => entries.get(key),
    set(key, value) {
      if (closed) return settings.onLeave?.(value);
      entries.set(key, value);
      arm();
    },
    delete(key) {
      const there = entries.has(key);
      entries.delete(key);
      if (entries.size === 0) rest();
      return there;
    },
    keys: () => [...entries.keys()],
    get size() {
      return entries.size;
    },
    close() {
      closed = true;
      entries.clear();
      rest();
    },
  };
}
