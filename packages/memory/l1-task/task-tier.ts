import type { ConversationMemory, ToolMemory } from '../memory.ts';
import { type SessionAddress, TASK, type TaskAddress, takeScope } from '../scope.ts';
import type { RunTraced } from '../traced.ts';
import type { TaskCache } from './task-cache.ts';

/** L1 as a tool sees it: its own task and no other, because it cannot name one. */
export function toolTaskTier(cache: TaskCache, task: TaskAddress, traced: RunTraced): ToolMemory['task'] {
  return {
    get: (key) => traced('task.get', () => cache.get(task, key), found),
    set: (key, value) => traced('task.set', () => cache.set(task, key, value)),
    delete: (key) => traced('task.delete', () => cache.delete(task, key)),
  };
}

/** L1 as a conversation sees it: the tasks of its session. */
export function conversationTaskTier(
  cache: TaskCache,
  session: SessionAddress,
  traced: RunTraced,
): ConversationMemory['task'] {
  const { tenant, domain, sessionId } = session;
  const address = (taskId: string): TaskAddress => takeScope({ tenant, domain, sessionId, taskId }, TASK);
  return {
    get: (taskId, key) => traced('task.get', () => cache.get(address(taskId), key), found),
    set: (taskId, key, value) => traced('task.set', () => cache.set(address(taskId), key, value)),
    delete: (taskId, key) => traced('task.delete', () => cache.delete(address(taskId), key)),
    end: (taskId) => traced('task.end', () => cache.endTask(address(taskId))),
  };
}

const found = (value: unknown) => ({ found: value !== undefined });
