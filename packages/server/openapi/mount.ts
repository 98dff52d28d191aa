import { HermesError } from '@hermes-agent/core';
import type { Identity } from '@hermes-agent/runtime';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Authenticate } from '../identity/authenticate.ts';
import { readBody } from './body.ts';
import type { Route } from './route.ts';

const NOBODY: Identity = { tenant: '', subject: '', role: 'user' };

/** Serves `routes`: who may, then what was sent, then the handler. */
export function mountRoutes(
  app: Hono,
  routes: readonly Route[],
  authenticate: Authenticate,
  bodyBytes: number,
): void {
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(route.method.toUpperCase(), path, (context) => answer(route, context, authenticate, bodyBytes));
  }
}

async function answer(
  route: Route,
  context: Context,
  authenticate: Authenticate,
  bodyBytes: number,
): Promise<Response> {
  const identity = route.access === 'anyone' ? NOBODY : authenticate(context.req.raw.headers);
  if (route.access === 'operator' && identity.role !== 'operator') {
    throw new HermesError('FORBIDDEN', 'This is for operators', {
      layer: 'server',
      hint: 'Use a token whose role is `operator`.',
    });
  }
  const result = await route.handle({
    params: check('path', route.params, context.req.param()),
    query: check('query', route.query, context.req.query()),
    headers: check('header', route.headers, context.req.header()),
    body: check('body', route.body, route.body === undefined ? {} : await readBody(context, bodyBytes)),
    identity,
    signal: context.req.raw.signal,
  });
  if (result instanceof Response) return result;
  return context.json(result as object, route.answer.status as 200);
}

/** Throws `INVALID_ARGUMENT`; `where` names the place as `body/text` or `query/limit`. */
function check(place: string, schema: z.ZodType | undefined, value: unknown): Record<never, never> {
  if (schema === undefined) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data as Record<never, never>;
  const issue = result.error.issues[0]!;
  throw new HermesError('INVALID_ARGUMENT', issue.message, {
    layer: 'server',
    where: [place, ...issue.path.map(String)].join('/'),
    hint: 'See /openapi.json for what this operation takes.',
  });
}
