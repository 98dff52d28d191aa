import type { JsonObject } from '@hermes-agent/core';
import { indexDirectory } from './directory/search.ts';
import type { AnswerFlow, Flow, FlowSet, TaskFlow } from './flow/flow.ts';
import { BACKGROUND } from './intent/background.ts';
import { type Classifier, trainClassifier } from './intent/classifier.ts';
import { createRenderer, type Renderer } from './response/render.ts';
import type { ReadableSlot } from './slot/gather.ts';
import { createReader } from './slot/reader.ts';
import type { SlotReader } from './slot/slot.ts';
import type { Locale } from './text/locale.ts';
import { readUtterance, type Utterance } from './text/utterance.ts';

export interface ReadableTask extends Omit<TaskFlow, 'slots'> {
  readonly slots: readonly ReadableSlot[];
}

/** A flow set made ready: readers built, classifier trained. */
export interface Agent {
  readonly flows: ReadonlyMap<string, ReadableTask | AnswerFlow>;
  readonly classifier: Classifier;
  readonly renderer: Renderer;
  /** The examples as the classifier sees them. */
  readonly examples: ReadonlySet<string>;
  /** A sentence as the classifier sees it: what readers recognise stands as `@slot`. */
  mask(utterance: Utterance): string;
}

/** Slots in words a user reads. Without an intent, by the first flow that has a slot of that name. */
export function labelsOf(agent: Agent, slots: JsonObject, locale: Locale, intent?: string): JsonObject {
  const flows = [...agent.flows.values()].filter((flow) => flow.kind === 'task');
  const own = flows.filter((flow) => flow.intent === intent);
  const labels: Record<string, string> = {};
  for (const { name, reader } of [...own, ...flows].flatMap((flow) => flow.slots)) {
    const value = slots[name];
    if (value !== undefined) labels[name] ??= reader.describe(value, locale);
  }
  return labels;
}

export function prepareAgent({ flows, responses, directory }: FlowSet): Agent {
  const index = directory === null ? null : indexDirectory(directory);
  const ready = new Map<string, ReadableTask | AnswerFlow>(
    flows.map((flow) => [flow.intent, flow.kind === 'answer' ? flow : withReaders(flow)]),
  );

  function withReaders(flow: TaskFlow): ReadableTask {
    return {
      ...flow,
      slots: flow.slots.map((slot) => ({ ...slot, reader: createReader(slot.kind, index) })),
    };
  }

  const mask = createMask([...ready.values()].flatMap((flow) => (flow.kind === 'task' ? flow.slots : [])));
  const examples = flows.flatMap((flow) =>
    examplesOf(flow).map((example) => ({ intent: flow.intent, text: mask(readUtterance(example)) })),
  );
  return {
    flows: ready,
    classifier: trainClassifier(
      examples,
      BACKGROUND.map((text) => mask(readUtterance(text))),
    ),
    renderer: createRenderer(responses),
    examples: new Set(examples.map(({ text }) => text)),
    mask,
  };
}

const examplesOf = ({ examples }: Flow): string[] => [...examples.zh, ...examples.en];

/** Values differ from example to example and say nothing about the intent; that there *is* an order number does. */
function createMask(slots: readonly ReadableSlot[]): Agent['mask'] {
  const maskers = new Map<string, { name: string; reader: SlotReader }>();
  for (const { name, kind, reader } of slots) {
    if (kind.type === 'pattern' || kind.type === 'date_range' || kind.type === 'directory')
      maskers.set(kind.type === 'pattern' ? `pattern ${kind.pattern}` : kind.type, { name, reader });
  }
  return (utterance) => {
    const marks: { start: number; end: number; name: string }[] = [];
    for (const { name, reader } of maskers.values()) {
      for (const { span, rule } of reader.read(utterance, { today: 0 })) {
        if (rule === 'cue' || marks.some(({ start, end }) => start < span[1] && span[0] < end)) continue;
        marks.push({ start: span[0], end: span[1], name });
      }
    }
    let masked = '';
    let last = 0;
    for (const { start, end, name } of marks.sort((left, right) => left.start - right.start)) {
      masked += `${utterance.folded.slice(last, start)} @${name} `;
      last = end;
    }
    return masked + utterance.folded.slice(last);
  };
}
