export type Tone = 'progress' | 'good' | 'bad' | 'warn' | 'quiet';

const TONES: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'quiet',
  needs_attention: 'warn',
};

const SETTLED = new Set(['succeeded', 'failed', 'cancelled']);

/** How a request's status looks; everything not ended is progress. */
export const toneOf = (status: string): Tone => TONES[status] ?? 'progress';

/** Nothing more will happen by itself: no need to ask again. */
export const isSettled = (status: string): boolean => SETTLED.has(status);

/** Whether asking for a cancel makes sense: it still runs, and no person has taken it over. */
export const isRunning = (status: string): boolean => toneOf(status) === 'progress';

/** The code beside the status, unless the status says it already. */
export const notableCode = (code: string | null): string | null =>
  code === 'OK' || code === 'CANCELLED' ? null : code;
