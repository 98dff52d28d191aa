import { formatPointer, isJsonObject, type JsonValue, parsePointer, readPointer } from '@hermes-agent/core';
import type { ToolCall } from '../../call/call.ts';
import type { Contract } from '../../contract/contract.ts';
import type { HttpBinding } from '../../contract/document.ts';
import { observedType } from '../../schema/observed.ts';
import type { Violation } from '../../schema/violation.ts';
import { type Parameter, sourceOf } from './parameter.ts';

export interface HttpRequest {
  readonly method: HttpBinding['method'];
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * The request that carries a valid input: its declared parameters where they belong, the rest as the body, and of
 * the envelope only what the contract names. What the wire cannot carry (an empty path segment, `..`, a line
 * break in a header) is a violation, found before anything is sent.
 */
export function buildRequest(
  contract: Contract,
  binding: HttpBinding,
  call: ToolCall,
  baseUrl: string,
  secret: string | null,
): HttpRequest | Violation {
  let path = binding.path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br',
  };
  for (const parameter of binding.parameters ?? []) {
    const value = readPointer(call.input, sourceOf(parameter));
    if (value === undefined) continue;
    const texts = Array.isArray(value) && parameter.in === 'query' ? (value as JsonValue[]) : [value];
    for (const part of texts) {
      const text = wireText(part);
      const problem = text === null ? 'a text, number or boolean' : unsendable(parameter.in, text);
      if (text === null || problem !== null) {
        return notSendable(sourceOf(parameter), problem ?? 'a value', part);
      }
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, () => encodeURIComponent(text));
      else if (parameter.in === 'query') query.append(parameter.name, text);
      else headers[parameter.name.toLowerCase()] = text;
    }
  }
  const body = bodyOf(binding, call.input);
  if (body !== null) headers['content-type'] = 'application/json';
  if (call.traceparent !== undefined) headers.traceparent = call.traceparent;
  if (contract.idempotencyHeader !== null) {
    headers[contract.idempotencyHeader.toLowerCase()] = call.idempotencyKey;
  }
  if (contract.auth !== null && secret !== null) {
    const { auth } = contract;
    if (auth.scheme === 'bearer') headers.authorization = `Bearer ${secret}`;
    else headers[auth.name.toLowerCase()] = secret;
  }
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  url.search = query.toString();
  return { method: binding.method, url, headers, body };
}

/** Null, an object and an array have no text of their own on the wire: none is sent as `""`. */
function wireText(value: JsonValue): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** What is asked of `text` that it lacks, or null when it can be sent there. */
function unsendable(where: Parameter['in'], text: string): string | null {
  if (where === 'path' && (text === '' || text === '.' || text === '..')) return 'a path segment';
  if (where === 'header' && !/^[\x20-\x7e]*$/.test(text)) return 'printable ASCII on one line';
  return null;
}

function notSendable(pointer: string, expected: string, value: JsonValue): Violation {
  const observed = observedType(value);
  const where = (parsePointer(pointer) ?? []).join('.');
  return {
    pointer,
    keyword: 'wire',
    expected,
    observed,
    message: `${where}: expected ${expected}, got ${observed === 'string' ? 'other text' : observed}`,
  };
}

/** The input as it was given, member for member: what was validated is what is sent. */
function bodyOf({ body, parameters = [] }: HttpBinding, input: JsonValue): string | null {
  if (body === undefined) return null;
  if (body !== 'json') {
    const part = readPointer(input, body.from);
    return part === undefined ? null : JSON.stringify(part);
  }
  const taken = new Set(parameters.map(sourceOf));
  const rest = Object.entries(isJsonObject(input) ? input : {}).filter(
    ([name]) => !taken.has(formatPointer([name])),
  );
  return JSON.stringify(Object.fromEntries(rest));
}
