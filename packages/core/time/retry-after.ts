/** Longest wait that another side's word is taken for. */
const LONGEST_MS = 60 * 60 * 1000;

/**
 * `Retry-After` as milliseconds from `nowMs`, between 0 and an hour; undefined when it says nothing usable. Takes
 * both forms of RFC 9110 section 10.2.3. A Unix timestamp, which some servers send, reads as an absurd number of
 * seconds and is clamped like any other.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS);
  // Date.parse alone reads "-5" as a year; an HTTP-date always begins with the name of a day.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), LONGEST_MS);
}
