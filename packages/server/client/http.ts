import { type Code, HermesError, isCode } from '@hermes-agent/core';
import { errorSchema } from '../wire/error.ts';

export interface HttpOptions {
  /** As printed by the server: `http://127.0.0.1:7070`. */
  readonly url: string;
  /** Whom the local operator acts for. */
  readonly user?: string;
  readonly token?: string;
}

interface Ask {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** This code is answered with null. */
  readonly absent?: Code;
}

export interface Http {
  json(method: 'GET' | 'POST', path: string, ask?: Ask): Promise<unknown>;
  open(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response>;
}

/** Longer than the longest wait that the server honours. */
const ANSWER_MS = 60_000;

export function createHttp({ url, user, token }: HttpOptions): Http {
  const base: Record<string, string> = {
    ...(user === undefined ? {} : { 'x-hermes-user': encodeURIComponent(user) }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      return await fetch(new URL(path, url), init);
    } catch (cause) {
      if (init.signal?.aborted && !isTimeout(init.signal.reason)) throw init.signal.reason;
      throw new HermesError('SERVICE_UNAVAILABLE', `The server at ${url} does not answer`, {
        layer: 'server',
        where: url,
        hint: 'Is it still running? `hermes dev` starts one.',
        cause,
      });
    }
  };
  return {
    async json(method, path, ask = {}) {
      const limit = AbortSignal.timeout(ANSWER_MS);
      const response = await send(path, {
        method,
        headers: {
          ...base,
          ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...ask.headers,
        },
        signal: ask.signal === undefined ? limit : AbortSignal.any([ask.signal, limit]),
        ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      });
      if (response.ok) return response.json();
      const error = await readError(response);
      if (error.code === ask.absent) return null;
      throw error;
    },
    async open(path, headers, signal) {
      const response = await send(path, { headers: { ...base, ...headers }, signal });
      if (!response.ok) throw await readError(response);
      return response;
    },
  };
}

async function readError(response: Response): Promise<HermesError> {
  const parsed = errorSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success || !isCode(parsed.data.error.code)) {
    return new HermesError(
      'CONTRACT_VIOLATION',
      `The server answered ${response.status} in a form of its own`,
      {
        layer: 'server',
        where: response.url,
        hint: 'Is this address a Hermes server, and of this version?',
      },
    );
  }
  const { code, message, where, hint } = parsed.data.error;
  return new HermesError(code, message, {
    layer: 'server',
    ...(where === undefined ? {} : { where }),
    ...(hint === undefined ? {} : { hint }),
  });
}

const isTimeout = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError';
