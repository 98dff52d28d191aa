import type { Clock } from '@hermes-agent/core';
import type { Dispatcher } from 'undici';
import type { ToolCall } from '../../call/call.ts';
import type { Contract } from '../../contract/contract.ts';
import type { HttpBinding } from '../../contract/document.ts';
import type { SecretSource } from '../../secret/source.ts';
import {
  aborted,
  type BindingFailure,
  type BindingOutcome,
  contractViolation,
  effectOnceSent,
} from '../outcome.ts';
import { readSecret } from '../secret.ts';
import { exchange, type HttpResponse } from './exchange.ts';
import { buildRequest, type HttpRequest } from './request.ts';
import { readResponse } from './response.ts';

const DEFAULT_MAX_BYTES = 1024 * 1024;
const MOST_REDIRECTS = 5;

export interface HttpWorld {
  readonly dispatcher: Dispatcher;
  /** Name of a server → its base address. */
  readonly servers: Readonly<Record<string, string>>;
  readonly secrets: SecretSource;
  readonly clock: Clock;
}

/** Carries a valid input to the other side and its answer back. Never throws. */
export async function callHttp(
  contract: Contract,
  binding: HttpBinding,
  call: ToolCall,
  world: HttpWorld,
  signal: AbortSignal,
): Promise<BindingOutcome> {
  const baseUrl = Object.hasOwn(world.servers, binding.server) ? world.servers[binding.server] : undefined;
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    return notSent('NOT_CONFIGURED', `The server ${binding.server} has no valid address`);
  }
  const secret =
    contract.auth === null ? null : await readSecret(world.secrets, contract.auth.secret, signal);
  if (secret !== null && typeof secret !== 'string') return secret;
  if (secret !== null && !/^[\x20-\x7e]+$/.test(secret)) {
    return notSent('SECRET_MISSING', `The secret ${contract.auth?.secret} is no text for a header`);
  }
  let request = buildRequest(contract, binding, call, baseUrl, secret);
  if ('pointer' in request) {
    return { ...notSent('VALIDATION_FAILED', request.message), violation: request };
  }
  const maxBytes = binding.max_bytes ?? DEFAULT_MAX_BYTES;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const answer = await exchange(world.dispatcher, request, maxBytes, signal);
    const effect = effectOnceSent(contract);
    switch (answer.kind) {
      case 'aborted':
        return aborted(signal, answer.sent ? effect : 'none');
      case 'lost':
        return answer.sent
          ? { ok: false, code: 'CONNECTION_LOST', message: `The connection broke (${answer.reason})`, effect }
          : notSent(
              'SERVICE_UNAVAILABLE',
              `The server ${binding.server} cannot be reached (${answer.reason})`,
            );
      case 'too_large':
        return contractViolation(contract, {
          pointer: '',
          keyword: 'max_bytes',
          expected: `at most ${maxBytes} bytes`,
          observed: 'more',
        });
      case 'response': {
        const { response } = answer;
        if (!isRedirect(response))
          return readResponse(contract, binding, response, maxBytes, world.clock.now());
        const next = followed(contract, binding, request, response);
        if (!('url' in next)) return next;
        request = next;
      }
    }
  }
  return contractViolation(contract, {
    pointer: '',
    keyword: 'redirects',
    expected: `at most ${MOST_REDIRECTS} redirects`,
    observed: 'more',
  });
}

const isRedirect = ({ status, headers }: HttpResponse): boolean =>
  [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;

/**
 * The request that a redirect asks for, when it may be made. A write is never redirected. A read stays on its
 * origin (scheme, host and port), so that no credential, whatever header carries it, reaches another; `//other/`
 * is resolved like a browser would and refused the same.
 */
function followed(
  contract: Contract,
  binding: HttpBinding,
  request: HttpRequest,
  { headers, status }: HttpResponse,
): HttpRequest | BindingFailure {
  const allowed = contract.effects === 'read' && (binding.redirects ?? 'same-origin') === 'same-origin';
  if (!allowed || binding.method !== 'GET') {
    return contractViolation(contract, {
      pointer: '',
      keyword: 'redirects',
      expected: 'no redirect',
      observed: `status ${status}`,
    });
  }
  const location = headers.location!;
  const url = URL.canParse(location, request.url) ? new URL(location, request.url) : null;
  if (url === null || url.origin !== request.url.origin) {
    return notSent('EGRESS_DENIED', 'The other side redirected to another origin');
  }
  return { ...request, url };
}

const notSent = (code: string, message: string): BindingFailure => ({
  ok: false,
  code,
  message,
  effect: 'none',
});
