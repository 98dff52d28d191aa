import { HermesError } from '@hermes-agent/core';
import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { encodeTrace, encodeTraceSummary, traceListSchema, traceSchema } from '../wire/trace.ts';
import { requestParams } from './request.ts';

const instantSchema = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

export const traceRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'get',
    path: '/traces/{request_id}',
    operation: 'getTrace',
    summary: 'Everything that happened for one request',
    tag: 'traces',
    access: 'operator',
    params: requestParams,
    answer: { status: 200, description: 'Spans and messages, oldest first.', schema: traceSchema },
    errors: ['EXECUTION_NOT_FOUND'],
    handle: async ({ params, identity }) => {
      const trace = await hermes.trace(params.request_id, identity);
      if (trace === null) {
        throw new HermesError('EXECUTION_NOT_FOUND', 'No request has this id', {
          layer: 'server',
          where: 'path/request_id',
          hint: 'GET /traces lists the latest ones.',
        });
      }
      return encodeTrace(trace);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/traces',
    operation: 'findTraces',
    summary: 'Requests by user, session and time, the latest first',
    tag: 'traces',
    access: 'operator',
    query: z.object({
      user: z.string().min(1).max(128).exactOptional(),
      session: z.string().min(1).max(128).exactOptional(),
      since: instantSchema.exactOptional(),
      until: instantSchema.exactOptional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    answer: { status: 200, description: 'Those that fit.', schema: traceListSchema },
    handle: async ({ query, identity }) => {
      const { user, session, since, until, limit } = query;
      const found = await hermes.findTraces({
        tenant: identity.tenant,
        limit,
        ...(user === undefined ? {} : { user }),
        ...(session === undefined ? {} : { sessionId: session }),
        ...(since === undefined ? {} : { sinceMs: since }),
        ...(until === undefined ? {} : { untilMs: until }),
      });
      return { traces: found.map(encodeTraceSummary) };
    },
  }),
];
