import type { JsonValue } from '@hermes-agent/core';
import type { SessionAddress, TaskAddress } from '../scope.ts';

export const TASK_TTL_MS = 2 * 3_600_000;
/** What one task may keep at a time. */
export const VALUES_PER_TASK = 100;

/**
 * Tier L1: what a running task and its tools share, at most two hours after the last write. May be lost; the live
 * state is elsewhere. An implementation is accepted by passing `@hermes-agent/memory/conformance`.
 *
 * A task is one unit: a write prolongs all of it, reading prolongs nothing, and after expiry it starts empty.
 * Throws `PAYLOAD_TOO_LARGE` for a value over 64 kB or a hundred-and-first key.
 */
export interface TaskCache {
  get(task: TaskAddress, key: string): Promise<JsonValue | undefined>;
  /** Throws `FENCE_STALE` once the task or its session has ended: a late tool cannot bring it back. */
  set(task: TaskAddress, key: string, value: JsonValue): Promise<void>;
  delete(task: TaskAddress, key: string): Promise<boolean>;
  /** Forgets the task and refuses what is still under way for it. */
  endTask(task: TaskAddress): Promise<void>;
  /** The same for every task of the session. */
  endSession(session: SessionAddress): Promise<void>;
  close(): Promise<void>;
}
