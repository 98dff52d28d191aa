import { type Clock, HermesError } from '@hermes-agent/core';

/** The longest a tool is given to clean up; a tenth of its time when that is less. */
const LONGEST_GRACE_MS = 500;

export interface CallLimit {
  /** Aborts when it is time to stop, or when the caller gives up. */
  readonly signal: AbortSignal;
  /** What is left after the signal until the call must have ended. */
  readonly graceMs: number;
  cancel(): void;
}

/**
 * The signal of one call: everything has ended `limitMs` from now, so code that needs to clean up (`withGrace`)
 * is told a little earlier.
 */
export function limitCall(clock: Clock, limitMs: number, withGrace: boolean, outer: AbortSignal): CallLimit {
  const graceMs = withGrace ? Math.min(LONGEST_GRACE_MS, limitMs / 10) : 0;
  const controller = new AbortController();
  const onOuter = (): void => controller.abort(outer.reason);
  if (outer.aborted) onOuter();
  else outer.addEventListener('abort', onOuter, { once: true });
  const cancelTimer = clock.after(limitMs - graceMs, () => {
    controller.abort(
      new HermesError('DEADLINE_EXCEEDED', `No answer within ${limitMs} ms`, { layer: 'tools' }),
    );
  });
  return {
    signal: controller.signal,
    graceMs,
    cancel() {
      cancelTimer();
      outer.removeEventListener('abort', onOuter);
    },
  };
}
