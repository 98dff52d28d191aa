import { HermesError } from '@hermes-agent/core';
import type { Environment } from '../agent/settings.ts';

/** How long things are kept, in milliseconds. Counted from the end of a request, the last word of a session. */
export interface RetentionSettings {
  readonly requestsMs: number;
  readonly sessionsMs: number;
  readonly spansMs: number;
  readonly artifactsMs: number;
  /** Where what leaves the journal is kept as JSON lines; null: nowhere. */
  readonly archiveFolder: string | null;
}

const DAY_MS = 86_400_000;

const DAYS = {
  requestsMs: ['HERMES_KEEP_REQUESTS_DAYS', 90],
  sessionsMs: ['HERMES_KEEP_SESSIONS_DAYS', 90],
  spansMs: ['HERMES_KEEP_SPANS_DAYS', 30],
  artifactsMs: ['HERMES_KEEP_ARTIFACTS_DAYS', 90],
} as const;

/** Throws `INVALID_ARGUMENT` for a number of days that is none. */
export function readRetention(environment: Environment): RetentionSettings {
  const milliseconds = ([variable, days]: readonly [string, number]): number => {
    const given = environment[variable];
    if (given === undefined || given === '') return days * DAY_MS;
    const value = Number(given);
    if (Number.isFinite(value) && value > 0) return value * DAY_MS;
    throw new HermesError('INVALID_ARGUMENT', `${variable} is no number of days`, {
      layer: 'runtime',
      where: variable,
      hint: 'Give a number above 0, such as 90.',
    });
  };
  return {
    requestsMs: milliseconds(DAYS.requestsMs),
    sessionsMs: milliseconds(DAYS.sessionsMs),
    spansMs: milliseconds(DAYS.spansMs),
    artifactsMs: milliseconds(DAYS.artifactsMs),
    archiveFolder: environment.HERMES_ARCHIVE || null,
  };
}
