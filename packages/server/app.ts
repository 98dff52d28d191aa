import { asHermesError, HermesError } from '@hermes-agent/core';
import { Hono } from 'hono';
import { serveConsole } from './console/console.ts';
import type { ServerContext } from './context.ts';
import type { Authenticate } from './identity/authenticate.ts';
import { checkOrigin } from './identity/origin.ts';
import { mountRoutes } from './openapi/mount.ts';
import type { Route } from './openapi/route.ts';
import { agentRoutes } from './route/agent.ts';
import { artifactRoutes } from './route/artifact.ts';
import { attentionRoutes } from './route/attention.ts';
import { compensationRoutes } from './route/compensation.ts';
import { eventRoutes } from './route/event.ts';
import { healthRoutes } from './route/health.ts';
import { mailboxRoutes } from './route/mailbox.ts';
import { metricsRoutes } from './route/metrics.ts';
import { openapiRoute } from './route/openapi.ts';
import { requestRoutes } from './route/request.ts';
import { sessionRoutes } from './route/session.ts';
import { traceRoutes } from './route/trace.ts';
import { turnRoutes } from './route/turn.ts';
import { securityHeaders } from './security-headers.ts';
import { encodeError } from './wire/error.ts';

export interface AppOptions {
  readonly context: ServerContext;
  readonly authenticate: Authenticate;
  readonly allowedHosts: readonly string[];
  readonly consoleDir?: string;
  readonly version: string;
}

/** Every operation of the server, in the order in which the document lists them. */
export function listRoutes(context: ServerContext, version: string): Route[] {
  const routes = [
    agentRoutes,
    sessionRoutes,
    turnRoutes,
    eventRoutes,
    requestRoutes,
    traceRoutes,
    attentionRoutes,
    compensationRoutes,
    artifactRoutes,
    mailboxRoutes,
    metricsRoutes,
    healthRoutes,
  ].flatMap((of) => of(context));
  return [...routes, openapiRoute(routes, version)];
}

/** The application as a function of requests: no socket yet. */
export function createApp({ context, authenticate, allowedHosts, consoleDir, version }: AppOptions): Hono {
  const app = new Hono();
  app.use(securityHeaders, checkOrigin(allowedHosts));
  app.use(async (request, next) => {
    await next();
    // Else a client's kept-alive connection holds the stop up.
    if (context.closing.aborted) request.res.headers.set('connection', 'close');
  });
  mountRoutes(app, listRoutes(context, version), authenticate, context.limits.bodyBytes);
  if (consoleDir !== undefined) app.get('*', serveConsole(consoleDir));
  app.notFound((request) => {
    throw new HermesError('NOT_FOUND', `Nothing answers ${request.req.method} ${request.req.path}`, {
      layer: 'server',
      hint: 'See /openapi.json for what there is.',
    });
  });
  app.onError((thrown, request) => {
    const error = asHermesError(thrown, 'server');
    if (error.code === 'INTERNAL') {
      context.logger.error('A request failed', { path: request.req.routePath, error: error.stack });
    }
    const waitSeconds = error.retryable ? { 'retry-after': '1' } : undefined;
    return request.json(encodeError(error), error.status as 500, waitSeconds);
  });
  return app;
}
