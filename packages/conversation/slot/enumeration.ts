import type { Locale, Localized } from '../text/locale.ts';
import { readUtterance, type Utterance } from '../text/utterance.ts';
import type { SlotReader, SlotReading } from './slot.ts';

export interface EnumerationOption {
  readonly value: string;
  readonly title: Localized;
  readonly synonyms: readonly string[];
}

/** One of a closed list, by any of its names. The longest name wins, so that 不喜欢 is not read as 喜欢. */
export function enumerationReader(options: readonly EnumerationOption[]): SlotReader {
  const names = options
    .flatMap(({ value, title, synonyms }) =>
      [value, title.zh, title.en, ...synonyms].map((name) => ({ name: readUtterance(name).folded, value })),
    )
    .sort((left, right) => right.name.length - left.name.length);
  const titles = new Map(options.map(({ value, title }) => [value, title]));

  const read = ({ text, folded }: Utterance): SlotReading[] => {
    const readings: SlotReading[] = [];
    for (const { name, value } of names) {
      for (let start = folded.indexOf(name); start >= 0; start = folded.indexOf(name, start + 1)) {
        const end = start + name.length;
        if (/^[a-z_ ]+$/.test(name) && /[a-z]/.test((folded[start - 1] ?? '') + (folded[end] ?? '')))
          continue;
        if (readings.some(({ span }) => span[0] < end && start < span[1])) continue;
        readings.push({
          kind: 'value',
          value,
          span: [start, end],
          rule: 'synonym',
          phrase: text.slice(start, end),
        });
      }
    }
    return readings.sort((left, right) => left.span[0] - right.span[0]);
  };

  return {
    read,
    answer: (utterance) => read(utterance)[0] ?? null,
    recall: (stored) => (typeof stored === 'string' && titles.has(stored) ? stored : null),
    describe: (value, locale: Locale) => titles.get(String(value))?.[locale] ?? String(value),
    remember: (value) => value,
    schema: { type: 'string', enum: options.map(({ value }) => value) },
  };
}
