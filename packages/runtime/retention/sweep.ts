import type { Bus, KeepRetired } from '@hermes-agent/bus';
import type { Clock } from '@hermes-agent/core';
import type { Memory } from '@hermes-agent/memory';
import type { Store } from '@hermes-agent/store';
import type { ArtifactStore } from '@hermes-agent/tools';
import type { ArchiveReport } from '../api.ts';
import { readCursor } from '../outcome/outcome-cursor.ts';
import { OUTCOME_CURSOR } from '../outcome/outcome-feed.ts';
import { archiveTo } from './archive-file.ts';
import type { RetentionSettings } from './settings.ts';

export interface SweepDependencies {
  readonly store: Store;
  readonly bus: Bus;
  readonly memory: Memory;
  readonly artifacts: Pick<ArtifactStore, 'sweep'>;
  readonly clock: Clock;
}

/** Rows in one transaction: others wait for it no longer than for any other. */
const BATCH = 200;

const OPEN = "('running', 'pending', 'needs_attention')";

/**
 * Removes what has been kept long enough, in short transactions, and nothing that is open: no request that has not
 * ended or waits for a person, no session with such a request. Any number of processes may sweep at once.
 */
export async function sweep(
  { store, bus, memory, artifacts, clock }: SweepDependencies,
  settings: RetentionSettings,
  signal?: AbortSignal,
): Promise<ArchiveReport> {
  const now = clock.now();
  const { archiveFolder } = settings;
  const keep: KeepRetired = archiveFolder === null ? async () => {} : archiveTo(archiveFolder, clock);
  const readUpTo = await readCursor(store, OUTCOME_CURSOR);
  const repeat = async (batch: () => Promise<number>): Promise<number> => {
    let swept = 0;
    for (;;) {
      signal?.throwIfAborted();
      const found = await batch();
      swept += found;
      if (found < BATCH) return swept;
    }
  };
  const executions = await repeat(() =>
    bus.retire({ endedBefore: now - settings.requestsMs, readUpTo, limit: BATCH }, keep),
  );
  await repeat(() =>
    store.run(
      `DELETE FROM request WHERE request_id IN
         (SELECT request_id FROM request WHERE ended_at < $1 AND status NOT IN ${OPEN} LIMIT ${BATCH})`,
      [now - settings.requestsMs],
    ),
  );
  await store.run("DELETE FROM promise WHERE due_at < $1 AND state <> 'open'", [now - settings.requestsMs]);
  const sessions = await repeat(() => removeSessions(store, now - settings.sessionsMs));
  const spans = await repeat(() =>
    store.run(
      `DELETE FROM span WHERE span_id IN (SELECT span_id FROM span WHERE stored_at < $1 LIMIT ${BATCH})`,
      [now - settings.spansMs],
    ),
  );
  return {
    executions,
    sessions,
    spans,
    artifacts: await artifacts.sweep(settings.artifactsMs),
    profileValues: await memory.sweep(signal),
  };
}

/** Sessions with all they said. */
function removeSessions(store: Store, before: number): Promise<number> {
  return store.transaction(async (queries) => {
    const old = await queries.all<{ session_id: string }>(
      `SELECT session_id FROM session s WHERE touched_at < $1 AND NOT EXISTS
         (SELECT 1 FROM request r WHERE r.session_id = s.session_id AND r.status IN ${OPEN})
       ORDER BY touched_at LIMIT ${BATCH}`,
      [before],
    );
    for (const { session_id } of old) {
      for (const table of ['session_outbox', 'session_turn', 'session']) {
        await queries.run(`DELETE FROM ${table} WHERE session_id = $1`, [session_id]);
      }
    }
    return old.length;
  });
}
