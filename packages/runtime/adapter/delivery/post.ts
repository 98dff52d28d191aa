import { type Clock, parseRetryAfter, type Random, sleep, withDeadline } from '@hermes-agent/core';
import type { SendSignals } from './send-queue.ts';

export interface PostTarget {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  /** The first pause; each further one is twice as long, up to `maxPauseMs`. `Retry-After` may make it longer. */
  readonly initialPauseMs: number;
  readonly maxPauseMs: number;
  /** Whether an answer with this status is worth another attempt. No answer always is. */
  readonly mayRetry: (status: number) => boolean;
}

export interface PostContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `reason` names a status or a network code, never an address: addresses may hold secrets. */
export type PostResult =
  | { readonly ok: true; readonly body: string }
  | { readonly ok: false; readonly reason: string };

type Answer = PostResult & { readonly again?: boolean; readonly retryAfterMs?: number };

const ANSWER_LIMIT = 16_384;

/** POSTs until it is taken, with pauses that grow. Never throws. `contentOf` is asked again for each attempt. */
export async function post(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  target: PostTarget,
  contentOf: () => PostContent,
  { stopping, cut }: SendSignals,
): Promise<PostResult> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await postOnce(clock, target, contentOf(), cut);
    const last = attempt >= target.maxAttempts || stopping.aborted || cut.aborted;
    if (answer.ok || last || answer.again !== true) return answer;
    const pauseMs = Math.min(target.maxPauseMs, target.initialPauseMs * 2 ** (attempt - 1));
    const spreadMs = pauseMs * (0.5 + random() / 2);
    await sleep(clock, Math.max(spreadMs, answer.retryAfterMs ?? 0), stopping).catch(() => {});
  }
}

async function postOnce(
  clock: Clock,
  { url, timeoutMs, mayRetry }: PostTarget,
  { headers, body }: PostContent,
  cut: AbortSignal,
): Promise<Answer> {
  const exchange = async (signal: AbortSignal): Promise<Answer> => {
    // A redirect would take the signature, or the credentials among the headers, to somebody else.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    const text = await readStart(response);
    if (response.ok) return { ok: true, body: text };
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after') ?? undefined, clock.now());
    return {
      ok: false,
      reason: `HTTP ${response.status}`,
      again: mayRetry(response.status),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  };
  try {
    return await withDeadline(clock, timeoutMs, exchange, cut);
  } catch (thrown) {
    return { ok: false, reason: faultOf(thrown), again: true };
  }
}

/** The first part of a body, enough for what an answer may say. */
async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= ANSWER_LIMIT) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function faultOf(thrown: unknown): string {
  const { code, name, cause } = thrown as { code?: unknown; name?: string; cause?: { code?: unknown } };
  const known = [cause?.code, code].find((candidate) => typeof candidate === 'string');
  return String(known ?? name ?? 'unknown');
}
