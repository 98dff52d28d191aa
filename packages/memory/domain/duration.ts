import { HermesError } from '@hermes-agent/core';

const DAY_MS = 86_400_000;
/** A month of a retention is 30 days and a year 365: a retention is a length, not a date in a calendar. */
const UNITS_MS = [365 * DAY_MS, 30 * DAY_MS, 7 * DAY_MS, DAY_MS, 3_600_000, 60_000, 1_000];
const PATTERN =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/**
 * The milliseconds of an ISO 8601 duration (`P30D`, `PT2H`); null for `permanent`.
 *
 * Throws `INVALID_ARGUMENT` for anything else, at `where`.
 */
export function parseRetention(text: string, where: string): number | null {
  if (text === 'permanent') return null;
  const match = PATTERN.exec(text);
  const milliseconds = UNITS_MS.reduce((sum, unit, index) => sum + unit * Number(match?.[index + 1] ?? 0), 0);
  if (match === null || milliseconds === 0) {
    throw new HermesError('INVALID_ARGUMENT', 'A retention is "permanent" or an ISO 8601 duration', {
      layer: 'memory',
      where,
      hint: 'For example P30D, P1Y or PT2H.',
    });
  }
  return milliseconds;
}
