import type { AgentInfo } from '@hermes-agent/runtime';
import { z } from 'zod';
import { named } from './registry.ts';
import { localeSchema } from './reply.ts';

const wordsSchema = z.object({ zh: z.string(), en: z.string() });

export const agentSchema = named(
  'Agent',
  z.object({
    name: z.string(),
    title: wordsSchema,
    description: wordsSchema,
    tries: z.array(z.string()).meta({ description: 'Sentences worth trying first.' }),
    locale: localeSchema,
  }),
);

export const agentListSchema = named('AgentList', z.array(agentSchema));

export type WireAgent = z.infer<typeof agentSchema>;

export const encodeAgent = (agent: AgentInfo): WireAgent => ({
  name: agent.name,
  title: { zh: agent.title.zh, en: agent.title.en },
  description: { zh: agent.description.zh, en: agent.description.en },
  tries: [...agent.tries],
  locale: agent.locale,
});
