import { credentialHeaders } from './credential.ts';
import { problemOf, unreachable } from './problem.ts';

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const PATIENCE_MS = 35_000;

/** An address of the server, relative to wherever this page is served from. */
export const serverUrl = (path: string): string => new URL(path.replace(/^\//, ''), document.baseURI).href;

/** Calls the server and gives back the response; throws `ApiProblem` for every other end. */
export async function callServer(path: string, call: Call = {}): Promise<Response> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  const init: RequestInit = {
    method: call.method ?? 'GET',
    headers: {
      accept: 'application/json, */*;q=0.5',
      ...credentialHeaders(),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: call.signal === undefined ? deadline : AbortSignal.any([call.signal, deadline]),
  };
  if (call.body !== undefined) init.body = JSON.stringify(call.body);
  let response: Response;
  try {
    response = await fetch(serverUrl(path), init);
  } catch {
    throw unreachable();
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw problemOf(response.status, body);
}

/** `callServer` for JSON answers. The shape is the server's promise; it is not checked again here. */
export async function callJson<T>(path: string, call: Call = {}): Promise<T> {
  const response = await callServer(path, call);
  return (await response.json()) as T;
}
