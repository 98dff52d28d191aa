import { serverUrl } from './client.ts';
import { credentialHeaders } from './credential.ts';
import { createEventParser, type StreamEvent } from './event-parser.ts';

export interface StreamOptions {
  readonly path: string;
  /** Events after this one. */
  readonly lastEventId: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: StreamEvent) => void;
  /** The connection was lost, or could not be made; it is tried again. */
  readonly onBreak: () => void;
  /** The server no longer knows the stream (404): nothing more will come. */
  readonly onGone: () => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A server that says nothing for so long, not even a comment, is taken for dead and asked again. */
const SILENCE_MS = 75_000;

/**
 * Follows a server-sent stream until `signal` aborts, resuming with `Last-Event-ID` after every break.
 * Over `fetch` instead of `EventSource`, which can carry neither a credential nor a first `Last-Event-ID`.
 */
export async function followEvents(options: StreamOptions): Promise<void> {
  const { signal } = options;
  let lastEventId = options.lastEventId;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const attempt = new AbortController();
    const give = AbortSignal.any([signal, attempt.signal]);
    let silence = setTimeout(() => attempt.abort(), SILENCE_MS);
    try {
      const response = await fetch(serverUrl(options.path), {
        headers: {
          accept: 'text/event-stream',
          ...credentialHeaders(),
          'last-event-id': lastEventId,
        },
        cache: 'no-store',
        signal: give,
      });
      if (response.status === 404) {
        options.onGone();
        return;
      }
      if (response.ok && response.body !== null) {
        pauseMs = FIRST_PAUSE_MS;
        const feed = createEventParser((event) => {
          lastEventId = event.id === '' ? lastEventId : event.id;
          options.onEvent(event);
        });
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          clearTimeout(silence);
          silence = setTimeout(() => attempt.abort(), SILENCE_MS);
          feed(piece.value);
        }
      }
    } catch {
      // A broken connection is the expected end here; the loop asks again.
    } finally {
      clearTimeout(silence);
      attempt.abort();
    }
    if (signal.aborted) return;
    options.onBreak();
    await pause(pauseMs * (0.75 + Math.random() / 2), signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** Waits, but no longer than until the network is back or the page leaves. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
