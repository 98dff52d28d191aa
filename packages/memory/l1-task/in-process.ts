import { type Clock, HermesError } from '@hermes-agent/core';
import { decodeCached, encodeCached } from '../cached-value.ts';
import { createExpiringCache } from '../expiring-cache.ts';
import { type SessionAddress, type TaskAddress, tupleKey } from '../scope.ts';
import { TASK_TTL_MS, type TaskCache, VALUES_PER_TASK } from './task-cache.ts';

const TASKS_KEPT = 10_000;
/** Fences are small and must outlast the tools that they stop, so there are more of them. */
const FENCES_KEPT = 50_000;

/** L1 in this process alone: the embedded default. */
export function createInProcessTaskCache(clock: Clock): TaskCache {
  const tasks = createExpiringCache<Map<string, Buffer>>({ clock, ttlMs: TASK_TTL_MS, limit: TASKS_KEPT });
  const fences = createExpiringCache<object>({ clock, ttlMs: TASK_TTL_MS, limit: FENCES_KEPT });

  const assertOpen = (task: TaskAddress): void => {
    if (fences.get(sessionKey(task)) === undefined && fences.get(taskKey(task)) === undefined) return;
    throw new HermesError('FENCE_STALE', 'The task has ended; nothing more is kept for it', {
      layer: 'memory',
    });
  };

  return {
    async get(task, key) {
      const bytes = tasks.get(taskKey(task))?.get(key);
      return bytes === undefined ? undefined : decodeCached(bytes);
    },
    async set(task, key, value) {
      const bytes = encodeCached(key, value);
      assertOpen(task);
      const values = tasks.get(taskKey(task)) ?? new Map<string, Buffer>();
      if (values.size >= VALUES_PER_TASK && !values.has(key)) {
        throw new HermesError('PAYLOAD_TOO_LARGE', `A task keeps at most ${VALUES_PER_TASK} values`, {
          layer: 'memory',
        });
      }
      values.set(key, bytes);
      tasks.set(taskKey(task), values);
    },
    delete: async (task, key) => tasks.get(taskKey(task))?.delete(key) ?? false,
    async endTask(task) {
      fences.set(taskKey(task), {});
      tasks.delete(taskKey(task));
    },
    async endSession(session) {
      fences.set(sessionKey(session), {});
      for (const key of tasks.keys()) {
        const [tenant, domain, sessionId] = JSON.parse(key) as string[];
        if (sessionKey({ tenant: tenant!, domain: domain!, sessionId: sessionId! }) === sessionKey(session)) {
          tasks.delete(key);
        }
      }
    },
    async close() {
      tasks.close();
      fences.close();
    },
  };
}

const sessionKey = (session: SessionAddress): string =>
  tupleKey(session.tenant, session.domain, session.sessionId);
const taskKey = (task: TaskAddress): string =>
  tupleKey(task.tenant, task.domain, task.sessionId, task.taskId);
