import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import {
  encodeOpened,
  encodeSession,
  openedSessionSchema,
  openSessionSchema,
  sessionSchema,
} from '../wire/session.ts';

export const sessionParams = z.object({ session_id: z.string().min(1).max(128) });

export const sessionRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'post',
    path: '/sessions',
    operation: 'openSession',
    summary: 'Begin a conversation with an agent',
    tag: 'sessions',
    access: 'user',
    body: openSessionSchema,
    answer: { status: 201, description: 'The session and its greeting.', schema: openedSessionSchema },
    errors: ['AGENT_UNKNOWN', 'STORE_UNAVAILABLE'],
    handle: async ({ body, identity }) =>
      encodeOpened(body.agent, await hermes.openSession({ ...body, identity })),
  }),
  defineRoute({
    method: 'get',
    path: '/sessions/{session_id}',
    operation: 'getSession',
    summary: 'A session as it stands, with its transcript',
    tag: 'sessions',
    access: 'user',
    params: sessionParams,
    answer: { status: 200, description: 'The session.', schema: sessionSchema },
    errors: ['SESSION_NOT_FOUND'],
    handle: async ({ params, identity }) => encodeSession(await hermes.session(params.session_id, identity)),
  }),
  defineRoute({
    method: 'delete',
    path: '/sessions/{session_id}',
    operation: 'closeSession',
    summary: 'End a session',
    tag: 'sessions',
    access: 'user',
    params: sessionParams,
    answer: { status: 204, description: 'It is ended.' },
    errors: ['SESSION_NOT_FOUND'],
    handle: async ({ params, identity }) => {
      await hermes.closeSession(params.session_id, identity);
      return new Response(null, { status: 204 });
    },
  }),
];
