import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { named } from '../wire/registry.ts';

const healthSchema = named('Health', z.object({ status: z.literal('alive'), instance: z.string() }));
const readinessSchema = named(
  'Readiness',
  z.object({ status: z.enum(['starting', 'ready', 'failed', 'draining']) }),
);

export const healthRoutes = ({ readiness, instance }: ServerContext): Route[] => [
  defineRoute({
    method: 'get',
    path: '/healthz',
    operation: 'getHealth',
    summary: 'Whether the process is alive',
    tag: 'health',
    access: 'anyone',
    answer: { status: 200, description: 'It is.', schema: healthSchema },
    handle: async () => ({ status: 'alive' as const, instance }),
  }),
  defineRoute({
    method: 'get',
    path: '/readyz',
    operation: 'getReadiness',
    summary: 'Whether work may be sent here; 503 while it starts or stops',
    tag: 'health',
    access: 'anyone',
    answer: { status: 200, description: 'It may.', schema: readinessSchema },
    handle: async () => {
      const status = readiness();
      return status === 'ready' ? { status } : Response.json({ status }, { status: 503 });
    },
  }),
];
