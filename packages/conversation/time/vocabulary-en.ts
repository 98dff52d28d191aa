import { NUMERAL, ORDINAL, readNumeral } from '../text/numeral.ts';
import type { TimeUnit } from './period.ts';
import { rule, type TimePart, type TimeRule } from './token.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const OFFSETS: Readonly<Record<string, number>> = {
  last: -1,
  previous: -1,
  prior: -1,
  this: 0,
  current: 0,
  next: 1,
};

const MONTH_NAMES =
  '(jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const MONTH_WORDS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/** Numbers in words above what days are read from: twenty-first, two thousand and eighteen. */
const NUMBER_WORDS =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|' +
  '[a-z]+teen(?:th)?|eleventh|twelfth|twentieth|thirtieth)';
/** "may" and "march" are months only where a date is being said. */
const SHY_MONTH =
  '(?<=(?:in|of|for|during|since|last|this|next|from|to|through|until|between|and|early|late|mid|\\d|st|nd|rd|th) )';
const UNIT = '(year|quarter|month|week|day)s?';

const bounded = (source: string): string => `(?<![a-z0-9])(?:${source})(?![a-z0-9])`;
const en = (source: string, read: TimeRule['read'] | TimePart, weak = false): TimeRule =>
  rule(bounded(source), read, weak);
const number = (text: string | undefined): number => readNumeral(text ?? '') ?? 0;
const relative = (unit: TimeUnit, offset: number): TimePart => ({ part: 'relative', unit, offset });
const month = (name: string): TimePart => ({ part: 'month', month: MONTHS.indexOf(name.slice(0, 3)) + 1 });
const unknown: TimePart = { part: 'unknown' };

export const EN_RULES: readonly TimeRule[] = [
  en('(last|previous|prior|this|current|next) (year|quarter|month|week)', (match) =>
    relative(match[2] as TimeUnit, OFFSETS[match[1]!]!),
  ),
  en('(year|quarter|month|week) before last', (match) => relative(match[1] as TimeUnit, -2)),
  en('(?:the )?day before yesterday', relative('day', -2)),
  en('yesterday', relative('day', -1)),
  en('today', relative('day', 0)),
  en('tomorrow', relative('day', 1)),
  en('(?:q|quarter )([1-4])|([1-4])q', (match) => ({
    part: 'quarter',
    quarter: number(match[1] ?? match[2]),
  })),
  en('quarter (one|two|three|four)|(first|second|third|fourth|1st|2nd|3rd|4th) quarter', (match) => ({
    part: 'quarter',
    quarter: number(match[1] ?? match[2]),
  })),
  en('h([12])|([12])h|(first|second|1st|2nd) half', (match) => ({
    part: 'half',
    half: number(match[1] ?? match[2] ?? match[3]),
  })),
  en(MONTH_NAMES, (match) => month(match[1]!)),
  en(`${SHY_MONTH}(may|mar(?:ch)?)`, (match) => month(match[1]!)),
  en(
    '(may|march)(?= (?:\\d{1,2}(?:st|nd|rd|th)?(?!\\d)|(?:19|20)\\d\\d|last year|this year|to |through |until )|$)',
    (match) => month(match[1]!),
  ),
  en(
    '(?:(last|previous|this|next) )?(?:(mon|tues|wednes|thurs|fri|satur|sun)day|(mon|tues?|wed|thur?s?|fri))',
    (match) => ({
      part: 'weekday',
      weekday: WEEKDAYS.indexOf((match[2] ?? match[3]!).slice(0, 3)) + 1,
      week: match[1] === undefined ? null : OFFSETS[match[1]]!,
      loose: match[1] !== undefined,
    }),
  ),
  en('(?:the |(last|previous|this|next) )weekend', (match) => ({
    part: 'weekend',
    week: OFFSETS[match[1] ?? 'this']!,
  })),
  en(`last (${NUMERAL}) ${UNIT}`, (match) => edge('last', match, 'rolling')),
  en(`(?:final|latest) (${NUMERAL}) ${UNIT}`, (match) => edge('last', match, 'ask')),
  en(`first (${NUMERAL}) ${UNIT}`, (match) => edge('first', match, 'ask')),
  en(`(first|last) (day|month)(?= of)`, (match) => ({
    part: 'edge',
    edge: match[1] as 'first' | 'last',
    unit: match[2] as TimeUnit,
    count: 1,
    alone: 'ask',
  })),
  en(`past (${NUMERAL}) ${UNIT}`, (match) => ({
    part: 'rolling',
    unit: match[2] as TimeUnit,
    count: number(match[1]),
  })),
  en('past (year|quarter|month|week)', (match) => ({
    part: 'edge',
    edge: 'first',
    unit: match[1] as TimeUnit,
    count: 1,
    alone: 'ask',
  })),
  en('ytd|year[ -]to[ -]date|so far this year|this year so far', { part: 'so-far', unit: 'year' }),
  en('mtd|month[ -]to[ -]date|so far this month|this month so far', { part: 'so-far', unit: 'month' }),
  en('qtd|quarter[ -]to[ -]date|so far this quarter|this quarter so far', {
    part: 'so-far',
    unit: 'quarter',
  }),
  en('to date|so far|until now|till now|up to now', { part: 'to-date' }, true),
  en(`(${ORDINAL})`, (match) => ({ part: 'day', day: number(match[1]) }), true),
  en('from', { part: 'from' }, true),
  en('between', { part: 'between' }, true),
  en('and', { part: 'and' }, true),
  en('since', { part: 'to-date' }, true),
  en('to|through|thru|until|till', { part: 'connector' }, true),
  en('of|the|in|on|for|during|year|whole|all|full|entire|calendar', { part: 'glue' }, true),
  rule(
    `(?:\\d+[-/])?(?<![a-z])${MONTH_WORDS}[-/.]?\\d+|[\\d/-]*\\d[-/]${MONTH_WORDS}(?![a-z])(?:[-/]\\d+)?`,
    unknown,
  ),
  en(NUMBER_WORDS, unknown, true),
  en(
    'morning|afternoon|evening|tonight|noon|midnight|fiscal|fy ?\\d*|christmas|easter|thanksgiving|halloween|' +
      'spring festival|new year|autumn|winter|summer|recent(?:ly)?|lately|weekdays?|holidays?|decade|century|thanksgiving day|valentine|(?:saint|st\\.?) patrick|labou?r day|independence day|black friday|\\d{1,2} ?[ap]m',
    unknown,
  ),
  en(
    `(?:${NUMERAL}|few|couple of|several) (?:business |working )?(?:${UNIT}|hours?|minutes?)|` +
      'years?|quarters?|months?|weeks?|days?|hours?|ago|before|after|by|prior|earlier|early|mid|late|later|beginning|starting|commencing|start|end|now|than|coming|following|w/c|' +
      'middle|spring|fall|other|every|each|next|last|this|first|second|third|half|rest|or',
    unknown,
    true,
  ),
];

function edge(side: 'first' | 'last', match: RegExpExecArray, alone: 'rolling' | 'ask'): TimePart {
  return { part: 'edge', edge: side, unit: match[2] as TimeUnit, count: number(match[1]), alone };
}
