import type { Flow, Slot, SlotKind } from './flow.ts';
import type { FlowDocument, SlotDocument } from './format.ts';

/** A checked document as the machine reads it. */
export function toFlow(document: FlowDocument): Flow {
  const { intent, title, near, examples } = document;
  const common = { intent, title, near, examples };
  if (document.reply !== undefined)
    return { ...common, kind: 'answer', reply: document.reply, courtesy: document.courtesy };
  return {
    ...common,
    kind: 'task',
    slots: Object.entries(document.slots).map(([name, slot]) => toSlot(name, slot)),
    confirm: document.confirm ?? null,
    accepted: document.accepted ?? 'accepted',
    refused: document.refused,
  };
}

function toSlot(name: string, document: SlotDocument): Slot {
  const { title, names, required } = document;
  return {
    name,
    kind: toKind(document),
    title,
    names: [title.zh, title.en, ...names],
    required,
    identifiesUser: document.identifies_user,
    ask: document.ask ?? null,
    invalid: document.invalid ?? null,
    which: document.which ?? null,
    unknown: document.unknown ?? null,
    why: document.why ?? null,
    offer: document.offer ?? null,
    offerFrom: document.offer_from ?? null,
    learn: document.learn ?? null,
  };
}

function toKind(document: SlotDocument): SlotKind {
  switch (document.type) {
    case 'pattern':
      return { type: 'pattern', pattern: document.pattern, near: document.near ?? null };
    case 'enum':
      return {
        type: 'enum',
        options: Object.entries(document.options).map(([value, option]) => ({ value, ...option })),
      };
    case 'text':
      return { type: 'text', min: document.min, max: document.max, must: document.must ?? null };
    case 'number':
      return { type: 'number', min: document.min, max: document.max, units: document.units };
    case 'date_range':
    case 'directory':
      return { type: document.type };
  }
}
