/** A terminal and npm both pass Ctrl-C on, so one key press can arrive twice within moments. */
const SAME_PRESS_MS = 400;

interface StopSignal {
  /** Aborts at the first SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  release(): void;
}

/** Watches for the wish to stop. A second Ctrl-C means now: the process exits at once. */
export function watchStop(onImpatience: () => void = () => process.exit(130)): StopSignal {
  const controller = new AbortController();
  let firstAt = Number.NaN;
  const onStop = (): void => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort();
    } else if (performance.now() - firstAt > SAME_PRESS_MS) onImpatience();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, onStop);
  return {
    signal: controller.signal,
    release() {
      for (const name of signals) process.removeListener(name, onStop);
    },
  };
}

/** Resolves when `signal` aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
