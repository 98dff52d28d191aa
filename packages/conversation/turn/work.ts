import type { JsonObject } from '@hermes-agent/core';
import { type Agent, labelsOf, type ReadableTask } from '../agent.ts';
import type { AuditEntry, Emission, Reading, Reply, Snapshot } from '../event.ts';
import type { SessionState } from '../session/state.ts';
import type { Task } from '../session/task.ts';
import type { ReadableSlot } from '../slot/gather.ts';
import type { ReadingScope } from '../slot/slot.ts';
import type { Locale } from '../text/locale.ts';

/**
 * One event in the making: a private copy of the state and what it gives rise to. Everything below the machine changes
 * this and nothing else.
 */
export interface Work {
  readonly agent: Agent;
  readonly snapshot: Snapshot;
  readonly scope: ReadingScope;
  readonly state: SessionState;
  locale: Locale;
  readonly replies: Reply[];
  readonly emissions: Emission[];
  readonly audit: AuditEntry[];
  /** How the event was read; null while nothing was classified. */
  understood: Pick<Reading, 'intent' | 'confidence' | 'excluded'> | null;
  /** A task ended in this event: something that waits may be taken up. */
  ended: boolean;
  /** What the turn did, for the dialog's summary. */
  act: string;
  touched: string[];
}

interface Saying {
  readonly task?: Task;
  readonly facts?: JsonObject;
  readonly value?: JsonObject;
  readonly options?: readonly string[];
}

/** Says a response, with the task's slots, the facts, the user's fields and the machine's own values in reach. */
export function say(work: Work, key: string, { task, facts = {}, value = {}, options }: Saying = {}) {
  const { renderer } = work.agent;
  const slot = task === undefined ? {} : valuesOf(task);
  const label = labelsOf(work.agent, slot, work.locale, task?.intent);
  const values = { slot, label, facts, user: work.snapshot.user, value };
  const quick = options ?? renderer.options(key, work.locale);
  const text = renderer.render(key, values, work.locale);
  work.replies.push({ key, text, locale: work.locale, ...(quick === null ? {} : { options: quick }) });
}

/** Words of the built-in texts that stand inside others. */
export const wordsOf = (work: Work, key: string, value: JsonObject = {}): string =>
  work.agent.renderer.render(key, { value }, work.locale);

export const valuesOf = (task: Task): JsonObject =>
  Object.fromEntries(Object.entries(task.slots).map(([name, { value }]) => [name, value]));

/** The flow of a task. A session outlives its agent's flows: null when this one is gone. */
export function flowOf(work: Work, intent: string): ReadableTask | null {
  const flow = work.agent.flows.get(intent);
  return flow?.kind === 'task' ? flow : null;
}

export const slotOf = (flow: ReadableTask, name: string): ReadableSlot | undefined =>
  flow.slots.find((slot) => slot.name === name);

export const titleOf = (work: Work, intent: string): string =>
  work.agent.flows.get(intent)?.title[work.locale] ?? intent;

/** `1. … \n2. …` */
export const numbered = (lines: readonly string[]): string =>
  lines.map((line, index) => `${index + 1}. ${line}`).join('\n');

export const listed = (work: Work, items: readonly string[]): string =>
  items.join(work.locale === 'zh' ? '、' : ', ');
