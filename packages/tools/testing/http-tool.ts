import type { ServerResponse } from 'node:http';
import type { JsonValue } from '@hermes-agent/core';
import { onTestFinished } from 'vitest';
import type { ToolCall, ToolOutcome } from '../call/call.ts';
import { parseContract } from '../contract/load-contracts.ts';
import { createRegistry, type ToolRegistry } from '../registry.ts';
import { createSecretSource } from '../secret/source.ts';
import { startServer, type TestServer } from './http-server.ts';
import { never, toolCall } from './tool-call.ts';

/** A server that lives as long as the test; `count` is 1 for its first request. */
export async function serve(
  answer: (response: ServerResponse, url: string, count: number) => void,
): Promise<TestServer> {
  let count = 0;
  const server = await startServer((request, response) => {
    count += 1;
    answer(response, request.url ?? '', count);
  });
  onTestFinished(server.close);
  return server;
}

/** A registry of one contract whose server `api` is at `url`; the secret `api/token` is `sesame`. */
export function registryOf(contract: string, url: string): ToolRegistry {
  const registry = createRegistry({
    contracts: [parseContract(contract, 'contract.yaml')],
    servers: { api: url },
    secrets: createSecretSource({ 'api/token': { value: 'sesame' } }),
  });
  onTestFinished(registry.close);
  return registry;
}

/** Calls the one tool of a registry. */
export const call = (
  registry: ToolRegistry,
  input: JsonValue = {},
  more: Partial<ToolCall> = {},
): Promise<ToolOutcome> => registry.call(toolCall(registry.contracts[0]!.name, input, more), never());

export function json(response: ServerResponse, body: string | Uint8Array, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

/** What a tool makes of this one answer. */
export async function answered(
  answer: (response: ServerResponse) => void,
  contract: string,
): Promise<ToolOutcome> {
  const server = await serve(answer);
  return call(registryOf(contract, server.url));
}

/** A contract that reads: GET /x?id=, with a required integer `total`. `http` goes into its binding, `more` after it. */
export const read = (http: string, more = ''): string => `
name: read
version: 1.0.0
description: A read
input_schema: { type: object, properties: { id: { type: string } } }
output_schema: { type: object, required: [total], properties: { total: { type: integer } } }
error_codes: [{ code: ORDER_NOT_FOUND, description: There is no such order }, { code: QUOTA, description: Used up, retryable: true }]
binding: { http: { method: GET, server: api, path: /x, parameters: [{ name: id, in: query }], ${http} } }
${more}`;

/** A contract that writes: POST /x with a JSON body. */
export const write = (http = '', more = ''): string => `
name: write
version: 1.0.0
description: A write
input_schema: { type: object, properties: { id: { type: string }, query: { type: object, additionalProperties: { type: string } } } }
output_schema: { type: object, properties: { id: { type: string } } }
binding: { http: { method: POST, server: api, path: /x, body: json, ${http} } }
${more}`;
