import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';

/** What a scraper of the Prometheus text format 0.0.4 expects. */
const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const metricsRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'get',
    path: '/metrics',
    operation: 'getMetrics',
    summary: 'Counts and durations for Prometheus, over all tenants',
    tag: 'health',
    access: 'operator',
    answer: { status: 200, description: 'Metrics of this process.', mediaType: MEDIA_TYPE },
    handle: async () => new Response(await hermes.metrics(), { headers: { 'content-type': MEDIA_TYPE } }),
  }),
];
