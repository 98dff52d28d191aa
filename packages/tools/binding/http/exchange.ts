import type { Dispatcher } from 'undici';
import type { HttpRequest } from './request.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it came over the wire, still encoded. */
  readonly body: Uint8Array;
}

export type Exchange =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  /** `sent`: whether any of the request may have left. When false, nothing has happened anywhere. */
  | { readonly kind: 'aborted' | 'lost'; readonly sent: boolean; readonly reason: string }
  | { readonly kind: 'too_large'; readonly status: number };

/**
 * One request and its whole answer, or why there is none. It speaks to the dispatcher directly because that alone
 * tells whether the request had been written when the connection broke: `onRequestStart` is called with a
 * connection in hand, just before the first byte.
 */
export function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, body }: HttpRequest,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let sent = false;
    let abort: ((reason: Error) => void) | null = null;
    let status = 0;
    let responseHeaders: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let received = 0;

    const settle = (outcome: Exchange): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const onAbort = (): void => {
      settle({ kind: 'aborted', sent, reason: 'the time allowed was over' });
      abort?.(new Error('aborted'));
    };
    if (signal.aborted) return resolve({ kind: 'aborted', sent: false, reason: 'the time allowed was over' });
    signal.addEventListener('abort', onAbort, { once: true });

    dispatcher.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method, headers, body },
      {
        onRequestStart(controller) {
          if (signal.aborted) return controller.abort(new Error('aborted'));
          abort = (reason) => controller.abort(reason);
          sent = true;
        },
        onResponseStart(_controller, statusCode, headersReceived) {
          status = statusCode;
          responseHeaders = flatten(headersReceived);
        },
        onResponseData(controller, chunk) {
          received += chunk.length;
          if (received <= maxBytes) chunks.push(chunk);
          else {
            settle({ kind: 'too_large', status });
            controller.abort(new Error('too large'));
          }
        },
        onResponseEnd() {
          settle({
            kind: 'response',
            response: { status, headers: responseHeaders, body: Buffer.concat(chunks) },
          });
        },
        onResponseError(_controller, error) {
          settle({ kind: 'lost', sent, reason: (error as NodeJS.ErrnoException).code ?? error.name });
        },
      },
    );
  });
}

/** A header sent twice keeps its first value: none of those read here may be repeated. */
function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) flat[name.toLowerCase()] = first;
  }
  return flat;
}
