import { HermesError, sleep, systemClock } from '@hermes-agent/core';
import type { SessionEvent } from '@hermes-agent/runtime';
import { decodeEvent } from '../wire/event.ts';
import { parseEventStream } from './event-parser.ts';
import type { Http } from './http.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
const ATTEMPTS = 8;

/**
 * The events of a session after `afterId`, until `signal` aborts. A broken connection is opened again after the
 * last event that arrived; each that brings an event starts the count of attempts anew.
 *
 * Throws `SERVICE_UNAVAILABLE` after eight attempts in a row, or at once what the server refused with.
 */
export async function* readEvents(
  http: Http,
  sessionId: string,
  afterId: number,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent> {
  const path = `/sessions/${encodeURIComponent(sessionId)}/events`;
  let cursor = afterId;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const response = await http.open(path, { 'last-event-id': String(cursor) }, signal);
      for await (const block of parseEventStream(response.body!)) {
        const event = decodeEvent(block);
        if (event === null) continue;
        cursor = event.id;
        failures = 0;
        yield event;
      }
    } catch (thrown) {
      if (signal.aborted) return;
      if (thrown instanceof HermesError && !thrown.retryable) throw thrown;
      failures += 1;
      if (failures >= ATTEMPTS) throw thrown;
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    await sleep(systemClock, pauseMs, signal).catch(() => {});
  }
}
