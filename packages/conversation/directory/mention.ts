import type { Span, Utterance } from '../text/utterance.ts';

/** Words that point at a person: a whole name, or a surname with a title. Not yet anybody in the directory. */
export interface Mention {
  readonly words: string;
  readonly span: Span;
  /** Han or Latin characters of the name or surname, folded. */
  readonly name: string;
  /** Chinese title of `name`, when there is one: 总监. */
  readonly title: string | null;
  readonly rule: 'name' | 'surname_title' | 'address' | 'cue';
}

/** Titles in Chinese, with the English words for each. Longest first, since 总经理 ends in 经理. */
const TITLES: readonly (readonly [string, readonly string[]])[] = [
  ['副总经理', ['deputy general manager']],
  ['总经理', ['general manager', 'gm']],
  ['副总裁', ['vice president', 'vp']],
  ['董事长', ['chairman', 'chairwoman', 'chair']],
  ['总监', ['director']],
  ['经理', ['manager']],
  ['主管', ['supervisor']],
  ['主任', ['head']],
  ['总裁', ['president']],
  ['部长', ['department head']],
  ['组长', ['team lead', 'lead']],
  ['助理', ['assistant']],
  ['秘书', ['secretary']],
  ['会计', ['accountant']],
  ['工程师', ['engineer']],
  ['老师', ['teacher']],
  ['先生', ['mr', 'mr.']],
  ['女士', ['ms', 'ms.', 'mrs', 'mrs.']],
  ['小姐', ['miss']],
  ['总', []],
  ['工', []],
];

/** Titles that anyone may be given. */
export const COURTESY_TITLES: ReadonlySet<string> = new Set(['先生', '女士', '小姐', '老师']);

const HAN_TITLE = TITLES.map(([title]) => title).join('|');
const ENGLISH = new Map(TITLES.flatMap(([title, words]) => words.map((word) => [word, title] as const)));
const ENGLISH_TITLE = [...ENGLISH.keys()]
  .sort((left, right) => right.length - left.length)
  .map((word) => word.replace('.', '\\.'))
  .join('|');

const SURNAME_TITLE = new RegExp(`(\\p{Script=Han}{1,4}?|[a-z]{2,12}\\s?)(${HAN_TITLE})(?!部|室|办)`, 'gu');
const ENGLISH_BEFORE = new RegExp(`(?<![a-z])(${ENGLISH_TITLE})\\s+([a-z]{2,12})(?![a-z])`, 'g');
const ENGLISH_AFTER = new RegExp(`(?<![a-z])([a-z]{2,12})(?:,? the)?\\s+(${ENGLISH_TITLE})(?![a-z])`, 'g');
const CUE_HAN =
  /(?:发给|寄给|转给|交给|抄送给?|发送给|递给|给到|传给|给)\s*((?:(?!发|寄|看|我|你|他|她|一|个|份|下)\p{Script=Han}){2,4})(?=$|[\s,.;!?。,;!?])/gu;
const CUE_LATIN_AFTER_HAN =
  /(?:发给|寄给|转给|交给|发送给|传给|给)\s*([a-z]{2,15}(?:[\s-][a-z]{2,15}){0,2})(?![a-z])/g;
const CUE_LATIN =
  /(?<![a-z])(?:to|for)\s+(?!the|my|a|an|me|him|her|them|us|please|pdf|this|that|be|get|see)([a-z]{2,15}(?:\s[a-z]{2,15})?)\s*(?=$|[.,;!?]|please)/g;
/** Anything that is written like a mail address, whoever's it is: what is not read here would be dropped in silence. */
const ADDRESS =
  /[^\s\p{Script=Han},;:()<>"'“”、。@]+@[^\s\p{Script=Han},;:()<>"'“”、。@]*[\p{L}\p{N}]|@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/gu;

/** Words that stand before a surname in a sentence and are none: 给李总监 → 李. */
const LEADING =
  /^.*(?:给|到|交|发|送|寄|请|让|叫|找|向|和|跟|与|是|的|为|换|改|成|抄|由|对|于|在|位|区|部|组|厂|店|处|边)/u;

/** The mentions of an utterance by form alone, surnames with titles before bare cues. */
export function findMentions(utterance: Utterance): Mention[] {
  const { folded } = utterance;
  const found: Mention[] = [];
  const add = (
    start: number,
    end: number,
    name: string,
    title: string | null,
    rule: Mention['rule'],
  ): void => {
    if (name === '' || found.some(({ span }) => span[0] < end && start < span[1])) return;
    found.push({ words: utterance.text.slice(start, end), span: [start, end], name, title, rule });
  };
  for (const match of folded.matchAll(ADDRESS))
    add(match.index, match.index + match[0].length, match[0], null, 'address');
  for (const match of folded.matchAll(SURNAME_TITLE)) {
    const name = surnameAtEnd(match[1]!);
    const start = match.index + match[1]!.length - name.length;
    add(start, match.index + match[0].length, name.trim(), match[2]!, 'surname_title');
  }
  for (const match of folded.matchAll(ENGLISH_BEFORE)) {
    add(match.index, match.index + match[0].length, match[2]!, ENGLISH.get(match[1]!)!, 'surname_title');
  }
  for (const match of folded.matchAll(ENGLISH_AFTER)) {
    if (!/^(?:the|a|an|to|our|my|sales|for|send|regional)$/.test(match[1]!))
      add(match.index, match.index + match[0].length, match[1]!, ENGLISH.get(match[2]!)!, 'surname_title');
  }
  for (const cue of [CUE_HAN, CUE_LATIN_AFTER_HAN, CUE_LATIN]) {
    for (const match of folded.matchAll(cue)) {
      const start = match.index + match[0].indexOf(match[1]!, 1);
      add(start, start + match[1]!.length, match[1]!, null, 'cue');
    }
  }
  return found.sort((left, right) => left.span[0] - right.span[0]);
}

/** A title may follow a surname or a whole name; the words of the sentence before it are cut off. */
const surnameAtEnd = (text: string): string => (/^[a-z]/.test(text) ? text : text.replace(LEADING, ''));
