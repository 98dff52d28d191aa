import type { Utterance } from '../text/utterance.ts';
import type { SlotReader, SlotReading } from './slot.ts';

/**
 * Values of a fixed form, such as `ORD-\d{8}`. Letters in either case are read and stored as the pattern spells them in
 * capitals. Something of nearly the form (`near`) is answered with what is wrong instead of being passed over.
 */
export function patternReader(source: string, near: string | null): SlotReader {
  const anywhere = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])|(?<=\\p{Script=Han})(?:${source})(?![a-z\\p{N}])|(?<![a-z\\p{N}])(?:${source})(?=\\p{Script=Han})`,
    'giu',
  );
  const whole = new RegExp(`^(?:${source})$`, 'u');
  const almost = near === null ? null : new RegExp(near, 'giu');
  const canonical = (text: string): string | null =>
    [text, text.toUpperCase(), text.toLowerCase()].find((spelling) => whole.test(spelling)) ?? null;

  const read = (utterance: Utterance): SlotReading[] => {
    const readings: SlotReading[] = [];
    for (const match of utterance.text.matchAll(anywhere)) {
      const value = canonical(match[0]);
      if (value === null) continue;
      const span = [match.index, match.index + match[0].length] as const;
      readings.push({ kind: 'value', value, span, rule: 'pattern', phrase: match[0] });
    }
    if (readings.length > 0 || almost === null) return readings;
    const miss = [...utterance.text.matchAll(almost)][0];
    if (miss === undefined || miss[0] === '') return readings;
    const span = [miss.index, miss.index + miss[0].length] as const;
    return [{ kind: 'invalid', reason: 'invalid', span, rule: 'near_pattern', phrase: miss[0] }];
  };

  return {
    read,
    answer: (utterance) => read(utterance)[0] ?? null,
    recall: (stored) => (typeof stored === 'string' ? canonical(stored) : null),
    describe: (value) => String(value),
    remember: (value) => value,
    schema: { type: 'string', pattern: `^(?:${source})$` },
  };
}
