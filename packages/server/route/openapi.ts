import { z } from 'zod';
import { describeRoutes } from '../openapi/document.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { named } from '../wire/registry.ts';

const documentSchema = named('OpenApiDocument', z.looseObject({ openapi: z.string() }));

/** The route that describes `others`, and itself. */
export function openapiRoute(others: readonly Route[], version: string): Route {
  let document: Record<string, unknown> | undefined;
  const route: Route = defineRoute({
    method: 'get',
    path: '/openapi.json',
    operation: 'getOpenApi',
    summary: 'This document',
    tag: 'health',
    access: 'anyone',
    answer: { status: 200, description: 'OpenAPI 3.1.', schema: documentSchema },
    handle: async () => {
      document ??= describeRoutes([...others, route], version);
      return { openapi: '3.1.0', ...document };
    },
  });
  return route;
}
