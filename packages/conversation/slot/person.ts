import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { beginsEarlier, findNames } from '../directory/find-names.ts';
import { findMentions, type Mention } from '../directory/mention.ts';
import { maskAddress, type Person } from '../directory/person.ts';
import { type DirectoryIndex, searchDirectory } from '../directory/search.ts';
import type { Locale } from '../text/locale.ts';
import type { Utterance } from '../text/utterance.ts';
import type { SlotReader, SlotReading } from './slot.ts';

/** People of the directory: `{ id, name, title, address }`. */
export function personReader(index: DirectoryIndex): SlotReader {
  const people = new Map(index.map(({ person }) => [person.id, person]));
  const personOf = (value: JsonValue): Person | undefined =>
    isJsonObject(value) ? people.get(String(value.id)) : undefined;

  const resolve = (mention: Mention): SlotReading => {
    const { span, words, rule } = mention;
    const { hits, nearest } = searchDirectory(index, mention);
    const base = { span, rule, phrase: words };
    if (hits.length === 1) return { ...base, kind: 'value', value: asValue(hits[0]!) };
    if (hits.length > 1) return { ...base, kind: 'choice', candidates: hits.map(asValue) };
    const nobody = mention.rule !== 'address' && NO_NAME.test(mention.name);
    return { ...base, kind: 'unknown', rule: nobody ? 'cue' : rule, candidates: nearest.map(asValue) };
  };

  const mentionsIn = (utterance: Utterance): Mention[] => {
    const titled = findMentions(utterance);
    const names = findNames(index, utterance).filter(
      ({ span }) =>
        !titled.some(
          (other) =>
            (other.rule !== 'cue' || beginsEarlier(other, span)) &&
            other.span[0] <= span[0] &&
            span[1] <= other.span[1],
        ),
    );
    const cues = titled.filter(
      ({ span, rule }) =>
        rule !== 'cue' || !names.some((name) => span[0] < name.span[1] && name.span[0] < span[1]),
    );
    return withTitles(utterance, names, cues).sort((left, right) => left.span[0] - right.span[0]);
  };

  return {
    read: (utterance) => mentionsIn(utterance).map(resolve),
    answer(utterance) {
      const mentions = mentionsIn(utterance);
      if (mentions.length > 0) return resolve(mentions[0]!);
      const bare = bareName(utterance);
      return bare === null ? null : resolve(bare);
    },
    recall: (stored) => {
      const name = typeof stored === 'string' ? stored : null;
      const hits = index.filter(({ person }) => person.name === name || person.id === name);
      return hits.length === 1 ? asValue(hits[0]!.person) : null;
    },
    describe(value, locale) {
      const person = personOf(value);
      return person === undefined ? '' : describePerson(person, locale);
    },
    remember: (value) => personOf(value)?.name ?? '',
    schema: {
      type: 'object',
      required: ['id', 'name', 'address'],
      properties: {
        id: { type: 'string' },
        name: { type: 'string' },
        english: { type: 'string' },
        title: { type: 'string' },
        english_title: { type: 'string' },
        address: { type: 'string', format: 'email' },
      },
    },
  };
}

const asValue = ({ id, name, english, title, address }: Person): JsonObject => ({
  id,
  name,
  english,
  title: title.zh,
  english_title: title.en,
  address,
});

function describePerson({ name, english, title, department, address }: Person, locale: Locale): string {
  const masked = maskAddress(address);
  return locale === 'zh'
    ? `${name}（${department.zh}${title.zh}，${masked}）`
    : `${english} (${title.en}, ${department.en}, ${masked})`;
}

/** Characters of pronouns, questions and denials, which stand in no name that is answered. */
const NO_NAME =
  /[我你您他她它谁不没吗呢的了么哪]|收件|什么|^(?:office|of|for|the|and|or|to|please|wants|needs|is|at|in|on|by|with|from|sales|report|team|department|would|will|can|has|only|too|this|that|who)$/u;

/** "Li Mingyuan, the director": a title that takes in part of a whole name belongs to the whole of it. */
function withTitles({ text }: Utterance, names: readonly Mention[], others: readonly Mention[]): Mention[] {
  const titles = new Map<Mention, Mention>();
  for (const name of names) {
    const titled = others.find(
      ({ span, rule }) => rule === 'surname_title' && name.span[0] < span[0] && span[0] < name.span[1],
    );
    if (titled !== undefined) titles.set(titled, name);
  }
  const whole = [...titles].map(
    ([
      {
        title,
        rule,
        span: [, end],
      },
      {
        name,
        span: [start],
      },
    ]): Mention => {
      return { title, rule, name, words: text.slice(start, end), span: [start, end] };
    },
  );
  const absorbed = new Set(titles.values());
  return [
    ...names.filter((name) => !absorbed.has(name)),
    ...others.filter((other) => !titles.has(other)),
    ...whole,
  ];
}

/** An answer that is nothing but a name: 张琳, "zhang lin", 给张琳, 李. */
function bareName({ text, folded }: Utterance): Mention | null {
  const match =
    /^(?:是|给|发给|寄给|to |it's |it is )?\s*(\p{Script=Han}{1,4}|[a-z]{2,15}(?:[\s-][a-z]{2,15}){0,2})[.。!!]?$/u.exec(
      folded,
    );
  if (match === null || NO_NAME.test(match[1]!)) return null;
  const start = match[0].indexOf(match[1]!);
  const end = start + match[1]!.length;
  return { words: text.slice(start, end), span: [start, end], name: match[1]!, title: null, rule: 'name' };
}
