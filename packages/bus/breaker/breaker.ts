/**
 * A circuit breaker of one tool version (Nygard, "Release It!"). Closed it counts answers; when most of many
 * bring no service it opens, and new calls fail at once; after a pause one call at a time tries whether the
 * service is back. Plain data and pure functions; times are milliseconds since the epoch.
 */
export interface Breaker {
  readonly state: 'closed' | 'open' | 'half_open';
  /** While not closed: when the next call may try. */
  readonly retryAt: number;
  /** How often in a row it has opened: each time the pause is longer. */
  readonly streak: number;
  /** Answers by second, the newest first; of this process alone. */
  readonly seconds: readonly Second[];
}

interface Second {
  readonly second: number;
  readonly served: number;
  readonly refused: number;
}

export const CLOSED: Breaker = { state: 'closed', retryAt: 0, streak: 0, seconds: [] };

const WINDOW_SECONDS = 5;
/** Too few say nothing. */
const ENOUGH_CALLS = 20;
const MOST = 0.5;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15_000;

/** Whether a new call may go out: as usual, as the one that tries, or not. */
export function admit({ state, retryAt }: Breaker, now: number): 'pass' | 'probe' | 'refuse' {
  if (state === 'closed') return 'pass';
  return now >= retryAt ? 'probe' : 'refuse';
}

/** A call goes out to try. Should nothing be heard of it, the next may try after as long a pause. */
export const probing = (breaker: Breaker, now: number): Breaker => ({
  ...breaker,
  state: 'half_open',
  retryAt: now + pauseMs(breaker.streak),
});

/** An answer came. While not closed only the one that tries can bring it, or one that was under way before. */
export function heard(breaker: Breaker, served: boolean, now: number): Breaker {
  if (breaker.state === 'half_open') return served ? CLOSED : opened(breaker, now);
  if (breaker.state === 'open') return breaker;
  const seconds = counted(breaker.seconds, served, Math.floor(now / 1_000));
  const refused = seconds.reduce((total, second) => total + second.refused, 0);
  const total = seconds.reduce((sum, second) => sum + second.served, refused);
  const next = { ...breaker, seconds };
  return total >= ENOUGH_CALLS && refused >= MOST * total ? opened(next, now) : next;
}

const opened = ({ streak }: Breaker, now: number): Breaker => ({
  state: 'open',
  retryAt: now + pauseMs(streak + 1),
  streak: streak + 1,
  seconds: [],
});

const pauseMs = (streak: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, streak - 1));

function counted(seconds: readonly Second[], served: boolean, second: number): readonly Second[] {
  const recent = seconds.filter((one) => one.second > second - WINDOW_SECONDS);
  const [newest, ...older] = recent;
  const current = newest?.second === second ? newest : { second, served: 0, refused: 0 };
  const rest = newest?.second === second ? older : recent;
  return [
    { second, served: current.served + (served ? 1 : 0), refused: current.refused + (served ? 0 : 1) },
    ...rest,
  ];
}
