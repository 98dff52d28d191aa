import { NUMERAL, readNumeral } from '../text/numeral.ts';
import type { SlotReader, SlotReading } from './slot.ts';

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  /** Words a figure must stand before to be read anywhere: 件, "pieces". Alone, it is read only as an answer. */
  readonly units: readonly string[];
}

/** Whole numbers, in figures or words. */
export function numberReader({ min, max, units }: NumberLimits): SlotReader {
  const source = `(?<![\\p{L}\\d.-])(\\d{1,12}|${NUMERAL})(?!\\.?\\d)`;
  const anywhere =
    units.length === 0 ? null : new RegExp(`(\\d{1,12}|${NUMERAL})\\s*(?:${units.join('|')})`, 'gu');
  const alone = new RegExp(source, 'u');
  const asReading = (match: RegExpMatchArray): SlotReading | null => {
    const value = readNumeral(match[1]!);
    if (value === null) return null;
    const base = {
      span: [match.index!, match.index! + match[0].length] as const,
      phrase: match[0],
      rule: 'number',
    };
    return value >= min && value <= max
      ? { ...base, kind: 'value', value }
      : { ...base, kind: 'invalid', reason: 'number_out_of_range' };
  };
  return {
    read: ({ folded }) =>
      anywhere === null ? [] : [...folded.matchAll(anywhere)].flatMap((match) => asReading(match) ?? []),
    answer({ folded }) {
      const match = alone.exec(folded);
      return match === null ? null : asReading(match);
    },
    recall: (stored) => (typeof stored === 'number' && stored >= min && stored <= max ? stored : null),
    describe: (value) => String(value),
    remember: (value) => value,
    schema: { type: 'integer', minimum: min, maximum: max },
  };
}
