import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { fileHeaders } from './file.ts';

export const artifactRoutes = ({ hermes }: ServerContext): Route[] => [
  defineRoute({
    method: 'get',
    path: '/artifacts/{artifact_id}',
    operation: 'getArtifact',
    summary: 'A file that a tool made',
    tag: 'requests',
    access: 'operator',
    params: z.object({ artifact_id: z.string().min(1).max(160) }),
    answer: { status: 200, description: 'Its bytes.', mediaType: 'application/octet-stream' },
    errors: ['ARTIFACT_NOT_FOUND'],
    handle: async ({ params, identity }) => {
      const { bytes, mediaType, name } = await hermes.artifact(params.artifact_id, identity);
      return new Response(new Uint8Array(bytes), { headers: fileHeaders(mediaType, name) });
    },
  }),
];
