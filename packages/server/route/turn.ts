import { HermesError } from '@hermes-agent/core';
import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { encodeTurnResult, turnResultSchema, turnSchema } from '../wire/turn.ts';
import { readWait } from './prefer.ts';
import { sessionParams } from './session.ts';

const turnHeaders = z.object({
  prefer: z
    .string()
    .max(200)
    .exactOptional()
    .meta({ description: '`wait=SECONDS` (RFC 7240): answer when what the turn started has its outcome.' }),
});

export const turnRoutes = ({ hermes, limits }: ServerContext): Route[] => [
  defineRoute({
    method: 'post',
    path: '/sessions/{session_id}/turns',
    operation: 'sayTurn',
    summary: 'Say something',
    tag: 'sessions',
    access: 'user',
    params: sessionParams,
    headers: turnHeaders,
    body: turnSchema,
    answer: { status: 200, description: 'What was understood and answered.', schema: turnResultSchema },
    errors: ['SESSION_NOT_FOUND', 'TURN_CONFLICT', 'SESSION_STALE', 'PAYLOAD_TOO_LARGE', 'BUS_FULL'],
    handle: async ({ params, headers, body, identity, signal }) => {
      if (body.at !== undefined && identity.role !== 'operator') {
        throw new HermesError('FORBIDDEN', 'Only an operator may move the reference time', {
          layer: 'server',
          where: 'body/at',
        });
      }
      const waitMs = Math.min(readWait(headers.prefer), limits.waitMs);
      const result = await hermes.turn(
        {
          sessionId: params.session_id,
          identity,
          turnId: body.turn_id,
          text: body.text,
          waitMs,
          ...(body.at === undefined ? {} : { referenceMs: Date.parse(body.at) }),
        },
        signal,
      );
      const displayTimeouts = await Promise.all(result.requestIds.map((id) => hermes.displayTimeoutMs(id)));
      return encodeTurnResult(result, Math.max(0, ...displayTimeouts));
    },
  }),
];
