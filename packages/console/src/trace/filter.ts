import type { TraceSummary } from '../api/wire.ts';

export const SINCE = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, all: null } as const;

export type Since = keyof typeof SINCE;

/** The start of the stretch as ISO text, to the minute so that a list asked for again is the same question. */
export function sinceInstant(since: Since, nowMs: number): string {
  const span = SINCE[since];
  return span === null ? '' : new Date(Math.floor((nowMs - span) / 60_000) * 60_000).toISOString();
}

/** Requests whose id, intent, agent or code holds every word of `words`. */
export function searchTraces(traces: readonly TraceSummary[], words: string): readonly TraceSummary[] {
  const needles = words.toLowerCase().split(/\s+/).filter(Boolean);
  return traces.filter((trace) => {
    const text = [trace.request_id, trace.intent, trace.agent, trace.code, trace.status]
      .join(' ')
      .toLowerCase();
    return needles.every((needle) => text.includes(needle));
  });
}
