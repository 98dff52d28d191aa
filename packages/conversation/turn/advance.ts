import type { JsonObject } from '@hermes-agent/core';
import { canonicalJson } from '@hermes-agent/core';
import type { ReadableTask } from '../agent.ts';
import { LIMITS } from '../session/state.ts';
import type { Task } from '../session/task.ts';
import { endTask } from './end.ts';
import { prompt } from './prompt.ts';
import { flowOf, say, titleOf, valuesOf, type Work } from './work.ts';

/** Takes a task as far as it goes: the next question, the look-up before a confirmation, or downstream. */
export function advance(work: Work, task: Task) {
  const flow = flowOf(work, task.intent);
  if (flow === null) return endTask(work);
  const missing = flow.slots.find(
    ({ name, ask, required }) =>
      task.slots[name] === undefined && ask !== null && (required || !task.skipped.includes(name)),
  );
  if (missing !== undefined) {
    const offered = missing.offerFrom === null ? undefined : work.snapshot.user[missing.offerFrom];
    const value =
      offered === undefined || task.declined.includes(missing.name)
        ? null
        : missing.reader.recall(offered, work.scope);
    const base = { at: 'asking', slot: missing.name, words: '', replacing: false } as const;
    task.phase =
      value === null
        ? { ...base, as: 'question', candidates: [] }
        : { ...base, as: 'offer', candidates: [value], words: typeof offered === 'string' ? offered : '' };
    return prompt(work, task);
  }
  if (flow.confirm === null) return execute(work, task, flow, null);
  work.state.lookups += 1;
  task.phase = { at: 'looking_up', lookupId: `lookup-${task.id}-${work.state.lookups}` };
  emitLookup(work, task);
}

/** Asks again for what a confirmation needs; the same id, because it only reads. */
export function emitLookup(work: Work, task: Task) {
  if (task.phase.at !== 'looking_up') return;
  const { id, intent, priority } = task;
  work.emissions.push({
    type: 'lookup',
    lookupId: task.phase.lookupId,
    taskId: id,
    intent,
    slots: valuesOf(task),
    priority,
  });
}

/** The one place from which anything leaves that changes the world. A task passes it once, and ends. */
export function execute(work: Work, task: Task, flow: ReadableTask, digest: string | null) {
  const { id, intent, priority } = task;
  const slots = valuesOf(task);
  const same = work.state.submitted.some(
    (other) => other.intent === intent && canonicalJson(other.slots) === canonicalJson(slots),
  );
  if (same) {
    say(work, 'already_processing', { task, value: { task: titleOf(work, intent) } });
    return endTask(work);
  }
  const learn = learned(work, task, flow);
  work.emissions.push({
    type: 'execute',
    emissionId: `execute-${id}`,
    taskId: id,
    intent,
    slots,
    priority,
    digest,
    learn,
  });
  work.state.submitted = [...work.state.submitted, { taskId: id, intent, slots }].slice(-LIMITS.submitted);
  say(work, flow.accepted, { task });
  endTask(work);
}

/** What the user said of themselves that the profile does not hold yet. */
function learned(work: Work, task: Task, flow: ReadableTask): JsonObject {
  const fields: Record<string, JsonObject[string]> = {};
  for (const { name, learn, reader } of flow.slots) {
    const filled = task.slots[name];
    if (learn === null || filled === undefined || filled.from !== 'user') continue;
    const value = reader.remember(filled.value);
    if (work.snapshot.user[learn] !== value && value !== '') fields[learn] = value;
  }
  return fields;
}
