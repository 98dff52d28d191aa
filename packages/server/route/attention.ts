import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import {
  attentionListSchema,
  encodeAttention,
  encodeSettlement,
  settledSchema,
  settlementListSchema,
  settlementSchema,
} from '../wire/attention.ts';
import { requestParams } from './request.ts';

export const attentionRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'get',
    path: '/attention',
    operation: 'listAttention',
    summary: 'What a person has to look at',
    tag: 'operators',
    access: 'operator',
    answer: { status: 200, description: 'The open items.', schema: attentionListSchema },
    handle: async ({ identity }) => ({
      items: (await hermes.attention(identity.tenant)).map(encodeAttention),
    }),
  }),
  defineRoute({
    method: 'post',
    path: '/attention/{request_id}/settle',
    operation: 'settleAttention',
    summary: 'Decide what no machine can; the request goes on from there',
    tag: 'operators',
    access: 'operator',
    params: requestParams,
    body: settlementSchema,
    answer: { status: 200, description: 'Where the request stands now.', schema: settledSchema },
    errors: ['EXECUTION_NOT_FOUND', 'CONFLICT'],
    handle: async ({ params, body, identity }) => {
      const { status } = await hermes.settleAttention({ ...body, requestId: params.request_id, identity });
      return { request_id: params.request_id, step: body.step, status };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/settlements',
    operation: 'listSettlements',
    summary: 'Who decided what, the newest first',
    tag: 'operators',
    access: 'operator',
    query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
    answer: { status: 200, description: 'The record of decisions.', schema: settlementListSchema },
    handle: async ({ query, identity }) => ({
      settlements: (await hermes.settlements({ tenant: identity.tenant, limit: query.limit })).map(
        encodeSettlement,
      ),
    }),
  }),
];
