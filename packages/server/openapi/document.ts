import { CODES, type Code } from '@hermes-agent/core';
import { z } from 'zod';
import { errorSchema } from '../wire/error.ts';
import { wireSchemas } from '../wire/registry.ts';
import type { Route, Shape } from './route.ts';

const SCHEMA_ROOT = '#/components/schemas/';
type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of `routes`, made from the schemas that check the requests. */
export function describeRoutes(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describe(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hermes Agent',
      version,
      description:
        'Conversations with agents, the events of their sessions, and the traces of what they did.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Not needed on loopback without a token file.',
        },
      },
      schemas: namedSchemas(),
    },
  };
}

function describe(route: Route): Json {
  const parameters = [
    ...parametersOf('path', route.params),
    ...parametersOf('query', route.query),
    ...parametersOf('header', route.headers),
    ...(route.access === 'anyone' ? [] : [ACTING_USER]),
  ];
  return {
    operationId: route.operation,
    summary: route.summary,
    tags: [route.tag],
    ...(route.access === 'anyone' ? { security: [] } : {}),
    ...(route.access === 'operator' ? { description: 'For operators.' } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonContent(route.body) } }),
    responses: { [route.answer.status]: describeAnswer(route.answer), ...describeErrors(route) },
  };
}

const ACTING_USER = {
  name: 'X-Hermes-User',
  in: 'header',
  description: 'Whom the local operator acts for, percent-encoded UTF-8. Only on loopback without tokens.',
  schema: { type: 'string', default: 'local' },
};

function describeAnswer(answer: Route['answer']): Json {
  if ('schema' in answer) return { description: answer.description, content: jsonContent(answer.schema) };
  const { description, mediaType } = answer;
  return mediaType === undefined ? { description } : { description, content: { [mediaType]: {} } };
}

/** One entry a status: OpenAPI has no place for two answers of the same one. */
function describeErrors(route: Route): Json {
  const common: Code[] = ['INVALID_ARGUMENT', 'FORBIDDEN', 'INTERNAL'];
  if (route.access !== 'anyone') common.push('UNAUTHENTICATED');
  if (route.body !== undefined) common.push('PAYLOAD_TOO_LARGE');
  const byStatus = Map.groupBy(new Set([...common, ...route.errors]), (code) => CODES[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      { description: codes.map((code) => `\`${code}\``).join(', '), content: jsonContent(errorSchema) },
    ]),
  );
}

function parametersOf(where: 'path' | 'query' | 'header', shape: Shape): Json[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = plainSchema(shape);
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const { description, ...rest } = schema;
    return {
      name,
      in: where,
      required: where === 'path' || (required as string[]).includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

const jsonContent = (schema: z.ZodType): Json => {
  const name = wireSchemas.get(schema)?.id;
  return { 'application/json': { schema: name === undefined ? {} : { $ref: SCHEMA_ROOT + name } } };
};

function plainSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

function namedSchemas(): Json {
  const { schemas } = z.toJSONSchema(wireSchemas, { io: 'input', uri: (id) => SCHEMA_ROOT + id });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}
