import { z } from 'zod';

const words = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) });
const name = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/, 'expected a lower-case name such as order_centre');

const server = z
  .strictObject({
    /** Environment variable that holds the address. */
    url_env: z.string().min(1).optional(),
    url: z.url().optional(),
    /** Name under which this agent's demo offers it. */
    demo: name.optional(),
  })
  .refine((value) => value.url_env ?? value.url ?? value.demo, 'expected url_env, url or demo');

const setting = z.strictObject({
  env: z.string().min(1),
  default: z.string().optional(),
  description: z.string().optional(),
});

const secret = z.strictObject({
  env: z.string().min(1).optional(),
  file: z.string().min(1).optional(),
  demo: z.boolean().optional(),
});

const profileField = z.strictObject({
  purpose: z.string().min(1),
  retention: z.string().min(1),
  type: z.enum(['string', 'number', 'boolean', 'object', 'array']).default('string'),
});

/** `agent.yaml`, the front page of an agent folder. */
export const agentDocument = z.strictObject({
  agent: z.literal('hermes/v1'),
  name: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'expected a lower-case name such as after-sales'),
  title: words,
  description: words,
  locale: z.enum(['zh', 'en']).default('zh'),
  time_zone: z.string().default('Asia/Shanghai').refine(isTimeZone, 'expected an IANA time zone'),
  domain: z.strictObject({ name, fields: z.record(name, profileField).default({}) }),
  greeting: z.string().optional(),
  tries: z.array(z.string().min(1)).min(1).max(6),
  servers: z.record(name, server).default({}),
  settings: z.record(name, setting).default({}),
  secrets: z.record(z.string().regex(/^[a-z0-9_]+(\/[a-z0-9_]+)*$/), secret).default({}),
});

export type AgentDocument = z.infer<typeof agentDocument>;

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
