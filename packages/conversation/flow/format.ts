import { z } from 'zod';

/** The YAML formats of an agent's conversation. README.md shows one of each. */

const name = z.string().regex(/^[a-z][a-z0-9_]*$/, 'a name is lower case: a-z, 0-9 and _');
const words = z.string().min(1).max(4_000);
const localized = z.strictObject({ zh: words, en: words });
const localizedList = z.strictObject({ zh: z.array(words), en: z.array(words) });

const regularExpression = z.string().superRefine((source, context) => {
  try {
    new RegExp(source, 'u');
  } catch (error) {
    context.addIssue({ code: 'custom', message: `not a regular expression: ${(error as Error).message}` });
  }
});

const common = {
  title: localized,
  names: z.array(words).default([]),
  required: z.boolean().default(true),
  identifies_user: z.boolean().default(false),
  ask: name.optional(),
  invalid: name.optional(),
  which: name.optional(),
  unknown: name.optional(),
  why: name.optional(),
  offer: name.optional(),
  offer_from: name.optional(),
  learn: name.optional(),
};

const slot = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('pattern'),
    pattern: regularExpression,
    near: regularExpression.optional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('enum'),
    options: z
      .record(name, z.strictObject({ title: localized, synonyms: z.array(words).default([]) }))
      .refine((options) => Object.keys(options).length > 0, 'an enum has at least one option'),
  }),
  z.strictObject({ ...common, type: z.literal('date_range') }),
  z.strictObject({ ...common, type: z.literal('directory') }),
  z.strictObject({
    ...common,
    type: z.literal('text'),
    min: z.int().min(1).default(1),
    max: z.int().max(1_000).default(200),
    must: regularExpression.optional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('number'),
    min: z.int().default(0),
    max: z.int().default(1_000_000),
    units: z.array(words).default([]),
  }),
]);

export const FLOW_VERSION = 'hermes/v1';

/** Where a flow without a budget of its own is reported as having outgrown a state machine (C7). */
export const DEFAULT_STATE_BUDGET = 15;

export const flowDocument = z.strictObject({
  flow: z.literal(FLOW_VERSION),
  intent: name,
  title: localized,
  near: z.array(name).default([]),
  examples: localizedList,
  slots: z.record(name, slot).default({}),
  confirm: name.optional(),
  accepted: name.optional(),
  refused: z.record(name, name).default({}),
  reply: name.optional(),
  courtesy: z.boolean().default(false),
  state_budget: z.int().min(3).max(100).default(DEFAULT_STATE_BUDGET),
});

const response = z.strictObject({
  zh: words,
  en: words,
  fallback: localized.optional(),
  options: localizedList.optional(),
});

export const responsesDocument = z.strictObject({
  responses: z.literal(FLOW_VERSION),
  words: z.record(name, z.record(z.string(), localized)).default({}),
  texts: z.record(name, response),
});

export const directoryDocument = z.strictObject({
  directory: z.literal(FLOW_VERSION),
  people: z.array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9-]+$/, 'an id is lower case: a-z, 0-9 and -'),
      name: z.string().regex(/^\p{Script=Han}{2,6}$/u, 'a name is 2 to 6 Chinese characters'),
      english: z.string().regex(/^[A-Za-z][A-Za-z '-]+$/, 'a name in Latin letters'),
      title: localized,
      department: localized,
      address: z.email('a mail address'),
    }),
  ),
});

export type FlowDocument = z.infer<typeof flowDocument>;
export type SlotDocument = z.infer<typeof slot>;
export type ResponsesDocument = z.infer<typeof responsesDocument>;
export type DirectoryDocument = z.infer<typeof directoryDocument>;
