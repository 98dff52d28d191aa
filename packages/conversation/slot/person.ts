import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { findMentions, type Mention } from '../directory/mention.ts';
import { maskAddress, type Person } from '../directory/person.ts';
import { type DirectoryIndex, findNames, searchDirectory } from '../directory/search.ts';
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
    return { ...base, kind: 'unknown', candidates: nearest.map(asValue) };
  };

  const mentionsIn = (utterance: Utterance): Mention[] => {
    const titled = findMentions(utterance);
    const names = findNames(index, utterance.folded).filter(
      ({ span }) =>
        !titled.some((other) => other.rule !== 'cue' && other.span[0] <= span[0] && span[1] <= other.span[1]),
    );
    const cues = titled.filter(
      ({ span, rule }) =>
        rule !== 'cue' || !names.some((name) => span[0] < name.span[1] && name.span[0] < span[1]),
    );
    return [...names, ...cues].sort((left, right) => left.span[0] - right.span[0]);
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
        title: { type: 'string' },
        address: { type: 'string', format: 'email' },
      },
    },
  };
}

const asValue = ({ id, name, title, address }: Person): JsonObject => ({
  id,
  name,
  title: title.zh,
  address,
});

function describePerson({ name, english, title, department, address }: Person, locale: Locale): string {
  const masked = maskAddress(address);
  return locale === 'zh'
    ? `${name}（${department.zh}${title.zh}，${masked}）`
    : `${english} (${title.en}, ${department.en}, ${masked})`;
}

/** Characters of pronouns, questions and denials, which stand in no name that is answered. */
const NO_NAME = /[我你您他她它谁不没吗呢的了么哪]|收件|什么/u;

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
