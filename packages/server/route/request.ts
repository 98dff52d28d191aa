import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { cancelledSchema } from '../wire/request.ts';

export const requestParams = z.object({
  request_id: z
    .string()
    .min(1)
    .max(160)
    .meta({ description: 'The id of a request, or of one of its steps or compensations.' }),
});

export const requestRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'post',
    path: '/requests/{request_id}/cancel',
    operation: 'cancelRequest',
    summary: 'Stop what has not been done yet',
    tag: 'requests',
    access: 'user',
    params: requestParams,
    answer: { status: 200, description: 'Where the request stands now.', schema: cancelledSchema },
    errors: ['EXECUTION_NOT_FOUND'],
    handle: async ({ params, identity }) => {
      const { status } = await hermes.cancel(params.request_id, identity);
      return { request_id: params.request_id, status };
    },
  }),
];
