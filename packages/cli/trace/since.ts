import { HermesError } from '@hermes-agent/core';

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const DAYS_BACK: Readonly<Record<string, number>> = { today: 0, yesterday: 1, 今天: 0, 昨天: 1 };

/**
 * A moment as people write one, in local time where it names no zone: `2026-01-15T09:00Z`, `2026-01-15 09:00`,
 * `2h` (ago), `15:00` (today), `yesterday 15:00`. In milliseconds since the epoch.
 *
 * Throws `INVALID_ARGUMENT`.
 */
export function parseMoment(text: string, nowMs: number): number {
  const trimmed = text.trim().toLowerCase();
  const ago = /^(\d{1,6})\s*([smhdw])$/.exec(trimmed);
  if (ago !== null) return nowMs - Number(ago[1]) * UNIT_MS[ago[2]!]!;
  const day = /^(?:(today|yesterday|今天|昨天)\s*)?(?:([01]?\d|2[0-3]):([0-5]\d))?$/.exec(trimmed);
  if (day !== null && trimmed !== '') {
    const moment = new Date(nowMs);
    moment.setDate(moment.getDate() - DAYS_BACK[day[1] ?? 'today']!);
    moment.setHours(Number(day[2] ?? 0), Number(day[3] ?? 0), 0, 0);
    return moment.getTime();
  }
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}.*))?$/.exec(trimmed);
  const epochMs = iso === null ? Number.NaN : Date.parse(`${iso[1]}T${(iso[2] ?? '00:00').toUpperCase()}`);
  if (!Number.isNaN(epochMs)) return epochMs;
  throw new HermesError('INVALID_ARGUMENT', `\`${text}\` is no time`, {
    layer: 'cli',
    hint: 'Give one such as 2026-01-15T09:00:00Z, 2h, 15:00 or "yesterday 15:00".',
  });
}
