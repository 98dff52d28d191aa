import type { SessionState } from '@hermes-agent/conversation';
import type { JsonValue } from '@hermes-agent/core';
import type { ConversationMemory } from '@hermes-agent/memory';

/**
 * Keeps the dialog's summary in L0 and the running task's context in L1, where its tools find it, and ends the L1
 * of tasks that are over. Both are caches of the session's own state: losing them loses nothing.
 */
export async function rememberContext(
  memory: ConversationMemory,
  before: SessionState,
  after: SessionState,
): Promise<void> {
  await memory.dialog.set('summary', after.dialog as unknown as JsonValue);
  const open = openTasks(after);
  if (after.task !== null) {
    const { id, intent, slots } = after.task;
    await memory.task.set(id, 'context', { intent, slots } as unknown as JsonValue);
  }
  for (const taskId of openTasks(before)) {
    if (!open.has(taskId)) await memory.task.end(taskId);
  }
}

/** Being filled, set aside, or under way. */
const openTasks = ({ task, waiting, submitted }: SessionState): ReadonlySet<string> =>
  new Set([
    ...[task, ...waiting].flatMap((each) => (each !== null && 'id' in each ? [each.id] : [])),
    ...submitted.map(({ taskId }) => taskId),
  ]);
