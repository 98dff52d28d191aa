import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { formatRange } from '../response/date-words.ts';
import { readUtterance } from '../text/utterance.ts';
import { formatDay } from '../time/civil-date.ts';
import { type Period, periodLabel } from '../time/period.ts';
import { readTime, type TimeReading } from '../time/read-time.ts';
import type { SlotReader, SlotReading } from './slot.ts';

/** Half-open civil dates: `{ start, end (exclusive), label, phrase }`. */
export function dateRangeReader(): SlotReader {
  const read: SlotReader['read'] = (utterance, { today }) => readTime(utterance, today).map(asReading);
  return {
    read,
    answer: (utterance, scope) => read(utterance, scope)[0] ?? null,
    recall(stored, { today }) {
      if (typeof stored !== 'string') return null;
      const [reading, more] = readTime(readUtterance(stored), today);
      if (reading === undefined || more !== undefined || !('periods' in reading)) return null;
      return reading.periods.length === 1 ? asValue(reading.periods[0]!, stored) : null;
    },
    describe: (value, locale) =>
      isJsonObject(value) ? formatRange(String(value.start), String(value.end), locale) : '',
    remember: (value: JsonValue) => (isJsonObject(value) ? (value.phrase ?? '') : ''),
    schema: {
      type: 'object',
      required: ['start', 'end', 'label', 'phrase'],
      properties: {
        start: { type: 'string', format: 'date' },
        end: { type: 'string', format: 'date' },
        label: { type: 'string' },
        phrase: { type: 'string' },
      },
    },
  };
}

const asValue = (period: Period, phrase: string): JsonObject => ({
  start: formatDay(period.start),
  end: formatDay(period.end),
  label: periodLabel(period),
  phrase,
});

function asReading(reading: TimeReading): SlotReading {
  const { span, phrase } = reading;
  if (!('periods' in reading))
    return { kind: 'invalid', reason: `date_${reading.problem}`, span, phrase, rule: 'time' };
  const [only, ...more] = reading.periods;
  if (more.length === 0) return { kind: 'value', value: asValue(only!, phrase), span, phrase, rule: 'time' };
  const candidates = reading.periods.map((period) => asValue(period, phrase));
  return { kind: 'choice', candidates, span, phrase, rule: 'time' };
}
