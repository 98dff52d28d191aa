import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import {
  compensationListSchema,
  compensationSettlementSchema,
  compensationStatusSchema,
  encodeCompensation,
  encodeSettledCompensation,
  settledCompensationsSchema,
} from '../wire/compensation.ts';

export const compensationRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'get',
    path: '/compensations',
    operation: 'listCompensations',
    summary: 'Steps that were to be undone, the longest waiting first',
    tag: 'operators',
    access: 'operator',
    query: z.object({
      status: compensationStatusSchema.default('pending'),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    answer: { status: 200, description: 'Those of that status.', schema: compensationListSchema },
    handle: async ({ query, identity }) => ({
      compensations: (await hermes.compensations({ ...query, tenant: identity.tenant })).map(
        encodeCompensation,
      ),
    }),
  }),
  defineRoute({
    method: 'post',
    path: '/compensations/settle',
    operation: 'settleCompensations',
    summary: 'Settle many, or all that are pending',
    tag: 'operators',
    access: 'operator',
    body: compensationSettlementSchema,
    answer: { status: 200, description: 'What became of each.', schema: settledCompensationsSchema },
    handle: async ({ body: { step_ids, ...decision }, identity }) => ({
      results: (await hermes.settleCompensations({ ...decision, stepIds: step_ids, identity })).map(
        encodeSettledCompensation,
      ),
    }),
  }),
];
