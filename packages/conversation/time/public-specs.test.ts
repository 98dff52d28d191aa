import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readUtterance } from '../text/utterance.ts';
import { civilDate, type Day, firstOfMonth, parseDay } from './civil-date.ts';
import type { Period } from './period.ts';
import { readTime } from './read-time.ts';

/** The specifications of Recognizers-Text (MIT), read in place where they are; nothing of them is in this repository. */
const FOLDER = fileURLToPath(
  new URL('../../../../shared/data/dates/recognizers-text/Specs/DateTime/', import.meta.url),
);

interface Spec {
  readonly Input: string;
  readonly Context?: { readonly ReferenceDateTime?: string };
  readonly Results?: readonly {
    readonly Resolution?: { readonly values?: readonly Record<string, string>[] };
    readonly Value?: {
      readonly FutureResolution?: Record<string, string>;
      readonly PastResolution?: Record<string, string>;
    };
  }[];
}

/** The civil-date periods a spec allows; null when it is about something else (times of day, several dates). */
function allowed({ Results = [] }: Spec): Period[] | null {
  const [result, more] = Results;
  if (result === undefined || more !== undefined) return null;
  const values = result.Resolution?.values ?? [result.Value?.FutureResolution, result.Value?.PastResolution];
  const periods: Period[] = [];
  for (const value of values) {
    const start = parseDay(value?.start ?? value?.startDate ?? value?.value ?? value?.date ?? '');
    const said = value?.end ?? value?.endDate;
    const end = said === undefined ? start : parseDay(said);
    const open = value?.start !== undefined && said === undefined;
    if (start === null || end === null || open) return null;
    periods.push({ start, end: said === undefined ? end + 1 : end });
  }
  return periods;
}

/** Equal but for a convention: whether the end of a range, or today, is included. We include both and echo the dates. */
function sameBut({ start, end }: Period, expected: Period): boolean {
  const shift = end - expected.end;
  if (start === expected.start && (shift === 0 || shift === 1)) return true;
  if (start - expected.start === 1 && shift === 1) return true;
  return start === expected.start && endsOfUnitFrom(expected.end).includes(end);
}

function endsOfUnitFrom(day: Day): Day[] {
  const { year, month } = civilDate(day);
  return [1, 3, 12].map((months) => firstOfMonth(year, month, months));
}

function score(name: string): { right: number; asked: number; wrong: string[] } {
  const specs = JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8').replace(/^\uFEFF/, '')) as Spec[];
  let right = 0;
  let asked = 0;
  const wrong: string[] = [];
  for (const spec of specs) {
    const now = parseDay(spec.Context?.ReferenceDateTime?.slice(0, 10) ?? '');
    const expected = allowed(spec);
    if (now === null || expected === null || expected.length === 0) continue;
    const [reading, more] = readTime(readUtterance(spec.Input), now);
    if (reading === undefined || more !== undefined || !('periods' in reading)) asked += 1;
    else if (reading.periods.some((period) => expected.some((candidate) => sameBut(period, candidate))))
      right += 1;
    else if (reading.periods.length > 1) asked += 1;
    else wrong.push(spec.Input);
  }
  return { right, asked, wrong };
}

test.skipIf(!existsSync(FOLDER)).each([
  ['Chinese/DatePeriodParser', 36],
  ['Chinese/DateParser', 34],
  ['Chinese/DateTimeModel', 54],
  ['English/DatePeriodParser', 68],
  ['English/DateParser', 28],
  ['English/DateTimeModel', 115],
])('%s: never wrong in silence (skipped without the public specifications)', (name, least) => {
  const { right, asked, wrong } = score(name);
  console.info(`${name}: ${right} right, ${asked} asked about or passed over, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThanOrEqual(least);
});
