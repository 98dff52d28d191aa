import type { Bus } from '@hermes-agent/bus';
import { createWaiting } from './waiting.ts';

const BATCH = 200;
/**
 * A conclusion shows to readers by cursor only when no transaction that began before it is still under way, so it may
 * come a little after its hint.
 */
const LOOK_AGAIN_MS = 1;

/** Reads conclusions by a cursor, as the runtime does, while anybody waits for one. */
export async function readAnswers(bus: Bus, pollMs: number) {
  const waiting = createWaiting();
  let after = 0;
  let stopped = false;
  let reading = false;
  let readAgain = false;
  let timer: NodeJS.Timeout | undefined;

  const read = async (): Promise<void> => {
    do {
      readAgain = false;
      const conclusions = await bus.conclusions({ after, limit: BATCH });
      for (const { requestId, status, code, outputs } of conclusions) {
        if (status === 'succeeded') waiting.resolve(requestId, outputs);
        else waiting.reject(requestId, new Error(`A request came to ${status} (${code})`));
      }
      after = conclusions.at(-1)?.sequence ?? after;
      readAgain ||= conclusions.length === BATCH;
    } while (readAgain);
  };
  const look = (hinted: readonly string[]): void => {
    if (stopped) return;
    readAgain = true;
    if (reading) return;
    clearTimeout(timer);
    reading = true;
    void read().finally(() => {
      reading = false;
      const missing = hinted.some((id) => waiting.has(id));
      timer = setTimeout(() => look([]), missing ? LOOK_AGAIN_MS : pollMs);
    });
  };
  const stopListening = await bus.onConclusion(look);
  look([]);
  return {
    answerTo: waiting.answerTo,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await stopListening();
    },
  };
}
