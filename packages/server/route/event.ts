import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { openEventStream } from './event-stream.ts';
import { createOpenStreams } from './open-streams.ts';
import { sessionParams } from './session.ts';

const eventIdSchema = z.coerce.number().int().nonnegative();

export function eventRoutes({ hermes, clock, logger, limits, closing }: ServerContext): Route[] {
  const openStreams = createOpenStreams(limits);
  return [
    defineRoute({
      method: 'get',
      path: '/sessions/{session_id}/events',
      operation: 'streamEvents',
      summary: 'What happens in a session, as it happens',
      tag: 'sessions',
      access: 'user',
      params: sessionParams,
      query: z.object({
        after: eventIdSchema
          .exactOptional()
          .meta({ description: 'Begin after this event; `Last-Event-ID` wins over it.' }),
      }),
      headers: z.object({
        'last-event-id': eventIdSchema
          .exactOptional()
          .meta({ description: 'The last event that arrived: the stream goes on after it.' }),
      }),
      answer: {
        status: 200,
        description: 'Server-sent events: `reply` carries a ReplyEvent, `reading` a Reading.',
        mediaType: 'text/event-stream',
      },
      errors: ['SESSION_NOT_FOUND', 'RATE_LIMITED'],
      handle: async ({ params, query, headers, identity, signal }) => {
        const leave = openStreams.enter(identity);
        const sessionId = params.session_id;
        const stream = await openEventStream(
          {
            read: (afterId, limit) => hermes.events(sessionId, identity, afterId, limit),
            onHint: (hint) => hermes.onEvents(sessionId, hint),
            clock,
            logger,
            heartbeatMs: limits.heartbeatMs,
            signal: AbortSignal.any([signal, closing]),
            onEnd: leave,
          },
          headers['last-event-id'] ?? query.after ?? 0,
        );
        return new Response(stream, {
          headers: {
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store',
            // Nothing follows a stream; else its idle connection would hold a stop up.
            connection: 'close',
            'x-accel-buffering': 'no',
          },
        });
      },
    }),
  ];
}
