import type { z } from 'zod';
import { FILTERS } from '../response/filter.ts';
import type { Response } from '../response/response.ts';
import { parseTemplate, ROOTS, type TemplatePart } from '../response/template.ts';
import { readUtterance } from '../text/utterance.ts';
import type { DirectoryDocument, FlowDocument, ResponsesDocument } from './format.ts';

/** All documents of one agent, for checks that look across them. */
export interface Whole {
  readonly flows: readonly FlowDocument[];
  readonly responses: readonly ResponsesDocument[];
  readonly directory: DirectoryDocument | null;
  readonly builtIn: ReadonlyMap<string, Response>;
}

type Context = z.core.$RefinementCtx;

const LEAST_EXAMPLES = 3;

/** What is wrong with a flow beyond its form: questions missing, examples shared, intents twice, too many states. */
export function checkFlow(whole: Whole) {
  const keys = new Set([
    ...whole.builtIn.keys(),
    ...whole.responses.flatMap(({ texts }) => Object.keys(texts)),
  ]);
  const intents = new Set(whole.flows.map(({ intent }) => intent));
  return (flow: FlowDocument, context: Context): void => {
    const complain = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: 'custom', path, message });
    };
    const needsKey = (key: string | undefined, ...path: (string | number)[]): void => {
      if (key !== undefined && !keys.has(key)) complain(path, `no response is called "${key}"`);
    };
    if (whole.flows.filter(({ intent }) => intent === flow.intent).length > 1)
      complain(['intent'], `the intent "${flow.intent}" has two flows`);
    flow.near.forEach((near, index) => {
      if (near === flow.intent || !intents.has(near))
        complain(['near', index], `"${near}" is no other intent`);
    });
    checkExamples(flow, whole, complain);
    if (flow.reply !== undefined) {
      needsKey(flow.reply, 'reply');
      if (Object.keys(flow.slots).length > 0)
        complain(['slots'], 'unreachable: a flow that replies at once fills no slots');
      if (flow.confirm !== undefined)
        complain(['confirm'], 'unreachable: a flow that replies at once confirms nothing');
      return;
    }
    if (flow.courtesy) complain(['courtesy'], 'a flow with slots is more than a courtesy');
    needsKey(flow.confirm, 'confirm');
    needsKey(flow.accepted, 'accepted');
    for (const [key, slot] of Object.entries(flow.refused)) {
      needsKey(key, 'refused', key);
      if (flow.slots[slot]?.ask === undefined)
        complain(['refused', key], `"${slot}" is no slot that is asked for`);
      if (flow.confirm === undefined)
        complain(['refused', key], 'unreachable: nothing is looked up without a confirmation');
    }
    for (const [name, slot] of Object.entries(flow.slots)) {
      const path = ['slots', name];
      if (slot.ask === undefined && slot.required)
        complain(path, `"${name}" is required but has no question: add \`ask\``);
      if (slot.type === 'directory' && whole.directory === null)
        complain([...path, 'type'], 'a directory slot needs a directory.yaml in the agent folder');
      for (const part of ['ask', 'invalid', 'which', 'unknown', 'why', 'offer'] as const) {
        needsKey(slot[part], ...path, part);
        if (slot.ask === undefined && slot[part] !== undefined)
          complain([...path, part], `unreachable: "${name}" is never asked for`);
      }
      if (slot.offer !== undefined && slot.offer_from === undefined)
        complain([...path, 'offer'], 'unreachable: `offer` needs `offer_from`');
    }
    const states = countStates(flow);
    if (states > flow.state_budget) {
      complain(
        ['slots'],
        `the flow has ${states} states, its budget is ${flow.state_budget}: make details parameters of the tool, or raise \`state_budget\``,
      );
    }
  };
}

/** idle, confirm_details, execute, and what each slot adds: awaiting it, choosing among its candidates. */
export function countStates(flow: FlowDocument): number {
  const perSlot = Object.values(flow.slots).map((slot) =>
    slot.ask === undefined ? 0 : slot.type === 'directory' || slot.type === 'date_range' ? 2 : 1,
  );
  return 2 + (flow.confirm === undefined ? 0 : 1) + perSlot.reduce<number>((sum, count) => sum + count, 0);
}

type Complain = (path: (string | number)[], message: string) => void;

function checkExamples(flow: FlowDocument, whole: Whole, complain: Complain): void {
  const taken = new Map<string, string>();
  for (const other of whole.flows) {
    if (other.intent === flow.intent) continue;
    for (const example of [...other.examples.zh, ...other.examples.en])
      taken.set(readUtterance(example).folded, other.intent);
  }
  for (const locale of ['zh', 'en'] as const) {
    if (flow.examples[locale].length < LEAST_EXAMPLES)
      complain(['examples', locale], `at least ${LEAST_EXAMPLES} examples are needed to learn from`);
    flow.examples[locale].forEach((example, index) => {
      const other = taken.get(readUtterance(example).folded);
      if (other !== undefined)
        complain(['examples', locale, index], `"${example}" is also an example of "${other}"`);
    });
  }
}

/** Placeholders that can never be filled, unknown filters, braces that stand alone, a key defined twice. */
export function checkResponses(whole: Whole) {
  const slots = new Set(whole.flows.flatMap(({ slots }) => Object.keys(slots)));
  const tables = new Set(whole.responses.flatMap(({ words }) => Object.keys(words)));
  const problemOf = (part: TemplatePart): string | null => {
    if ('text' in part) return null;
    const [root, first] = part.path;
    if (!ROOTS.some((known) => known === root))
      return `{${part.path.join('.')}}: a placeholder begins with ${ROOTS.join(', ')}`;
    if ((root === 'slot' || root === 'label') && (first === undefined || !slots.has(first)))
      return `{${part.path.join('.')}}: no flow has a slot "${first ?? ''}"`;
    if (part.filter !== null && !Object.hasOwn(FILTERS, part.filter))
      return `| ${part.filter}: the filters are ${Object.keys(FILTERS).join(', ')}`;
    if (part.filter === 'words' && !tables.has(part.argument ?? ''))
      return `| words ${part.argument ?? ''}: no such table under \`words\``;
    return null;
  };
  return (document: ResponsesDocument, context: Context): void => {
    for (const [key, response] of Object.entries(document.texts)) {
      const complain = (path: (string | number)[], message: string): void => {
        context.addIssue({ code: 'custom', path: ['texts', key, ...path], message });
      };
      if (whole.responses.filter(({ texts }) => Object.hasOwn(texts, key)).length > 1)
        complain([], `the response "${key}" is defined twice`);
      for (const [path, template] of [
        [['zh'], response.zh],
        [['en'], response.en],
        [['fallback', 'zh'], response.fallback?.zh],
        [['fallback', 'en'], response.fallback?.en],
      ] as const) {
        if (template === undefined) continue;
        const parts = parseTemplate(template);
        if (parts === null) complain([...path], 'a brace stands alone: write {{ or }} for a brace');
        const problem = parts?.map(problemOf).find((found) => found !== null);
        if (typeof problem === 'string') complain([...path], problem);
      }
    }
  };
}

/** Two entries with one id could not be told apart later. */
export function checkDirectory() {
  return ({ people }: DirectoryDocument, context: Context): void => {
    people.forEach(({ id }, index) => {
      if (people.findIndex((other) => other.id === id) !== index)
        context.addIssue({
          code: 'custom',
          path: ['people', index, 'id'],
          message: `the id "${id}" is taken`,
        });
    });
  };
}
