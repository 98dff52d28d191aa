import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { agentListSchema, encodeAgent } from '../wire/agent.ts';

export const agentRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'get',
    path: '/agents',
    operation: 'listAgents',
    summary: 'The agents there are',
    tag: 'agents',
    access: 'user',
    answer: { status: 200, description: 'All of them.', schema: agentListSchema },
    handle: async () => hermes.agents().map(encodeAgent),
  }),
];
