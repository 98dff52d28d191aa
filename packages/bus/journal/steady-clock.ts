import type { Clock } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';

/** Between two looks at the store's clock the monotonic one is enough. */
const LOOK_EVERY_MS = 200;
/** More than any slewing or slow query explains: somebody set the clock. */
const JUMP_MS = 1_000;

/**
 * The time by which leases and deadlines are kept, shared by all processes on a store, in milliseconds since the
 * epoch. It is the store's clock plus an offset that all share. When that clock is set, the process that notices
 * (its monotonic clock tells) takes the jump into the offset, so that time goes on as if nothing had happened:
 * nothing fires early, nothing hangs. With nothing open the jump harms nobody and is followed instead.
 */
export interface SteadyClock {
  now(): Promise<number>;
}

interface Reading {
  readonly at: number;
  readonly monotonic: number;
  readonly epoch: number;
  readonly offsetMs: number;
}

export function createSteadyClock(store: Store, clock: Clock): SteadyClock {
  let last: Reading | null = null;
  let looking: Promise<number> | null = null;

  /**
   * A gap forward may also mean that this process was suspended while the world went on. Then others will have
   * written meanwhile; when nobody has, standing still harms nobody.
   */
  const stoodStill = async (expected: number): Promise<boolean> =>
    (await lastHeard(store)) <= expected + JUMP_MS;

  const look = async (): Promise<number> => {
    const [shared, wall] = [await readShared(store), await store.now()];
    const monotonic = clock.monotonic();
    const expected = last === null ? await lastHeard(store) : last.at + (monotonic - last.monotonic);
    let { epoch, offsetMs } = shared;
    const gapMs = wall + offsetMs - expected;
    const unexplained = last === null || epoch === last.epoch;
    if (
      unexplained &&
      (gapMs < -JUMP_MS || (gapMs > JUMP_MS && last !== null && (await stoodStill(expected))))
    ) {
      const corrected = (await anythingOpen(store)) ? Math.round(expected - wall) : 0;
      // Whoever is first to say so wins; the others find the new offset and nothing left to correct.
      await store.run('UPDATE bus_clock SET epoch = epoch + 1, offset_ms = $1 WHERE id = 1 AND epoch = $2', [
        corrected,
        epoch,
      ]);
      ({ epoch, offsetMs } = await readShared(store));
    }
    const followed =
      last !== null && epoch === last.epoch ? Math.max(wall + offsetMs, last.at) : wall + offsetMs;
    last = { at: Math.round(followed), monotonic, epoch, offsetMs };
    return last.at;
  };

  return {
    async now() {
      if (last !== null) {
        const elapsed = clock.monotonic() - last.monotonic;
        if (elapsed < LOOK_EVERY_MS) return Math.round(last.at + elapsed);
      }
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
  };
}

async function readShared(store: Store): Promise<{ epoch: number; offsetMs: number }> {
  const [row] = await store.all<{ epoch: number; offset_ms: number }>(
    'SELECT epoch, offset_ms FROM bus_clock WHERE id = 1',
  );
  return { epoch: row!.epoch, offsetMs: row!.offset_ms };
}

/** The latest time the journal has written down. */
async function lastHeard(store: Store): Promise<number> {
  const [row] = await store.all<{ at: number | null }>(
    'SELECT at FROM bus_message ORDER BY sequence DESC LIMIT 1',
  );
  return row?.at ?? 0;
}

const anythingOpen = async (store: Store): Promise<boolean> =>
  (await store.all("SELECT 1 FROM bus_execution WHERE phase NOT IN ('ended', 'attention') LIMIT 1")).length >
  0;
