import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { attentionListSchema, encodeAttention } from '../wire/attention.ts';

export const attentionRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'get',
    path: '/attention',
    operation: 'listAttention',
    summary: 'What a person has to look at',
    tag: 'requests',
    access: 'operator',
    answer: { status: 200, description: 'The open items.', schema: attentionListSchema },
    handle: async ({ identity }) => ({
      items: (await hermes.attention(identity.tenant)).map(encodeAttention),
    }),
  }),
];
