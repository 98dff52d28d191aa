import { z } from 'zod';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected a lower-case name such as send_mail');
const pointer = z.string().regex(/^(\/([^~/]|~[01])*)*$/, 'expected a JSON pointer such as /order_id');
const json = z.json();

export const condition = z
  .strictObject({
    pointer,
    equals: json.optional(),
    in: z.array(json).min(1).optional(),
    exists: z.boolean().optional(),
  })
  .refine(
    (value) => [value.equals, value.in, value.exists].filter((part) => part !== undefined).length === 1,
    'expected exactly one of equals, in, exists',
  );

const retry = z.strictObject({
  max_attempts: z.int().min(1).max(20),
  initial_ms: z.int().min(0).max(600_000).default(1_000),
  multiplier: z.number().min(1).max(10).default(2),
  max_ms: z.int().min(0).max(3_600_000).default(4_000),
  jitter: z.number().min(0).max(1).default(0.2),
});

const toolCall = {
  tool: name,
  version: z.string().min(1),
  input: z.record(z.string(), json).default({}),
};

const timeout = z.int().min(100).max(86_400_000);

const verify = z.strictObject({
  ...toolCall,
  timeout_ms: timeout.default(5_000),
  done_when: condition,
  failed_when: condition,
  after_ms: z.array(z.int().min(0).max(86_400_000)).min(1).max(20).default([30_000]),
  /** What the step's output is taken to be when verification finds it done; pointers into the verify output. */
  output: z.record(z.string(), json).optional(),
});

const compensation = z.strictObject({
  ...toolCall,
  timeout_ms: timeout.default(5_000),
  retry: retry.optional(),
  safe_if_absent: z.boolean().default(false),
  /** Where in `input` the amount in cents stands; operators see its order of magnitude. */
  amount: pointer.optional(),
});

const step = z.strictObject({
  id: name,
  ...toolCall,
  timeout_ms: timeout.default(8_000),
  retry: retry.optional(),
  verify: verify.optional(),
  compensation: compensation.optional(),
});

const preview = z.strictObject({
  ...toolCall,
  timeout_ms: timeout.default(5_000),
  refuse: z.array(z.strictObject({ when: condition, response: z.string().min(1) })).default([]),
  /** Which response tells that the preview itself failed, by error code; the last one may name no code. */
  failed: z.array(z.strictObject({ code: z.string().optional(), response: z.string().min(1) })).default([]),
});

const failure = z.strictObject({
  code: z.string().optional(),
  step: name.optional(),
  response: z.string().min(1),
});

/** What the user is told to expect; the words are said when it has not come by then, and a person takes over. */
const promise = z.strictObject({
  within_ms: z
    .int()
    .min(1_000)
    .max(30 * 86_400_000),
  response: z.string().min(1).default('handed_over'),
});

/** `plans/<intent>.yaml`: which tools an intent runs, in what order, with which inputs. */
export const planDocument = z.strictObject({
  plan: z.literal('hermes/v1'),
  intent: name,
  preview: preview.optional(),
  promise: promise.optional(),
  steps: z.array(step).min(1).max(32),
  outcomes: z.strictObject({
    succeeded: z.string().min(1),
    pending: z.string().min(1).default('still_processing'),
    needs_attention: z.string().min(1).default('handed_over'),
    cancelled: z.string().min(1).default('request_cancelled'),
    failed: z
      .array(failure)
      .min(1)
      .refine((rows) => {
        const last = rows.at(-1)!;
        return last.code === undefined && last.step === undefined;
      }, 'expected the last row to name neither code nor step, so that every failure has words'),
  }),
});

export type PlanDocument = z.infer<typeof planDocument>;
export type PlanStep = PlanDocument['steps'][number];
export type PlanRetry = z.infer<typeof retry>;
