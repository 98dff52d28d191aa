import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import semver from 'semver';
import { z } from 'zod';

const toolName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower_snake_case, at most 64 characters');
const settingName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower_snake_case');
const errorCode = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be UPPER_SNAKE_CASE');
const pointer = z.string().regex(/^(\/([^~/]|~[01])*)*$/, 'must be a JSON pointer (/order/id)');
const schema = z.custom<JsonObject>(isJsonObject, 'must be a JSON Schema (an object)');
const json = z.custom<JsonValue>((value) => value !== undefined, 'must be a JSON value');
const object = z.custom<JsonObject>(isJsonObject, 'must be an object');
const version = z
  .string('must be a version (1.2.0)')
  .refine((text) => semver.valid(text) === text, 'must be a version (1.2.0)');
const range = z
  .string('must be a version (1.2.0)')
  .refine((text) => semver.validRange(text) !== null, 'must be a version range (^1)');
const secretReference = z
  .string()
  .regex(
    /^secret:\/\/[a-z0-9_]+\/[a-z0-9_]+$/,
    'must be secret://<name>/<key>; the value itself never stands here',
  );
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name');

const condition = z.strictObject({
  pointer,
  equals: json.optional(),
  in: z.array(json).optional(),
  exists: z.boolean().optional(),
});

const http = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Name of a server; its base address is configuration. */
  server: settingName,
  path: z.string().regex(/^\/[^?#\s]*$/, 'must begin with / and hold neither query nor fragment'),
  parameters: z
    .array(
      z.strictObject({
        /** The name on the wire. */
        name: z.string().min(1).max(128),
        in: z.enum(['path', 'query', 'header']),
        /** Which input; `/name` when left out. */
        from: pointer.optional(),
      }),
    )
    .optional(),
  /** `json`: every input that no parameter takes, as one JSON object; or the input at a pointer. */
  body: z.union([z.literal('json'), z.strictObject({ from: pointer })]).optional(),
  response: z
    .strictObject({
      /** Statuses that mean success; any 2xx when left out. */
      statuses: z.array(z.int().min(200).max(299)).min(1).optional(),
      /** Which part of the body is the output; the whole of it when left out. */
      from: pointer.optional(),
      /** The output that an empty body stands for. Left out, an empty body breaks the contract. */
      empty_as: json.optional(),
    })
    .optional(),
  /** Cap on the decoded body. */
  max_bytes: z
    .int()
    .min(1)
    .max(16 * 1024 * 1024)
    .optional(),
  redirects: z.enum(['none', 'same-origin']).optional(),
});

const functionBinding = z.strictObject({
  /** A TypeScript or JavaScript module, relative to the agent's folder. */
  entry: z.string().regex(/^(?!.*\.\.)[\w@./-]+\.(ts|js|mjs)$/, 'must be a module inside the agent folder'),
  /** Read-only files the tool may open: `assets/…` beside the entry, or `npm:<package>/<path>`. */
  assets: z
    .record(settingName, z.string().regex(/^(npm:|assets\/)(?!.*\.\.)/, 'must begin with npm: or assets/'))
    .optional(),
  /** Configured input files. */
  files: z.array(z.strictObject({ setting: settingName, mode: z.literal('read') })).optional(),
  servers: z.array(settingName).optional(),
  secrets: z.array(secretReference).optional(),
});

const errorRule = z.strictObject({
  status: z.union([z.int().min(100).max(599), z.enum(['4xx', '5xx'])]).optional(),
  header: z.strictObject({ name: headerName, equals: z.string() }).optional(),
  when: condition.optional(),
  code: errorCode.optional(),
  /** Where in the body the other side's own code stands. */
  code_from: pointer.optional(),
  retry_after: z.literal('header').optional(),
  /** Overrides what the status says about it. */
  effect: z.enum(['none', 'maybe']).optional(),
});

/** The form of a contract file. Nothing is filled in here, so that the hash is of what was written. */
export const contractDocument = z.strictObject({
  contract: z.literal('hermes/v1').optional(),
  name: toolName,
  version,
  description: z.string().min(1),
  input_schema: schema,
  output_schema: schema,
  error_codes: z
    .array(
      z.strictObject({ code: errorCode, description: z.string().min(1), retryable: z.boolean().optional() }),
    )
    .optional(),
  binding: z.strictObject({ http: http.optional(), function: functionBinding.optional() }).optional(),
  /** Hosts (`host` or `host:port`) beside the binding's own server. */
  egress: z.array(z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?$/i, 'must be host or host:port')).optional(),
  auth: z
    .discriminatedUnion('scheme', [
      z.strictObject({ scheme: z.literal('bearer'), secret_ref: secretReference }),
      z.strictObject({ scheme: z.literal('header'), name: headerName, secret_ref: secretReference }),
    ])
    .optional(),
  errors: z.array(errorRule).optional(),
  effects: z.enum(['read', 'write', 'destructive']).optional(),
  /** How the other side recognises a repeated call. Left out, a write of unknown outcome is never repeated. */
  idempotency: z
    .union([z.strictObject({ header: headerName }), z.strictObject({ honoured: z.literal(true) })])
    .optional(),
  compensation: z
    .strictObject({ tool: toolName, version: range, input: object, safe_if_absent: z.boolean().optional() })
    .optional(),
  verify: z
    .strictObject({
      tool: toolName,
      version: range,
      input: object,
      done_when: condition,
      failed_when: condition,
      after_ms: z.array(z.int().min(0)).min(1).optional(),
    })
    .optional(),
  limits: z
    .strictObject({
      timeout_ms: z.int().min(100).max(600_000).optional(),
      memory: z
        .string()
        .regex(/^[1-9]\d{0,4}(Mi|Gi)$/, 'must be like 128Mi')
        .optional(),
      cpu: z
        .string()
        .regex(/^[1-9]\d{0,4}m$/, 'must be like 100m')
        .optional(),
      output_bytes: z
        .int()
        .min(1)
        .max(16 * 1024 * 1024)
        .optional(),
    })
    .optional(),
  source: z.strictObject({ openapi: z.string(), operation: z.string(), sha256: z.string() }).optional(),
});

export type ContractDocument = z.infer<typeof contractDocument>;
export type HttpBinding = z.infer<typeof http>;
export type FunctionBinding = z.infer<typeof functionBinding>;
export type ErrorRule = z.infer<typeof errorRule>;
export type Condition = z.infer<typeof condition>;
