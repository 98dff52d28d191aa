import { NUMERAL, readHanDigits, readNumeral } from '../text/numeral.ts';
import type { TimeUnit } from './period.ts';
import { rule, type TimePart, type TimeRule } from './token.ts';

const UNITS: Readonly<Record<string, TimeUnit>> = {
  年: 'year',
  季度: 'quarter',
  季: 'quarter',
  月: 'month',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
  天: 'day',
  日: 'day',
};
const WEEKDAYS = '一二三四五六日';
const OFFSETS: Readonly<Record<string, number>> = {
  上上: -2,
  上: -1,
  前一: -1,
  这: 0,
  本: 0,
  当: 0,
  当前: 0,
  下: 1,
  下下: 2,
};
const OFFSET = '(上上|前一|当前|下下|上|这|本|当|下)';
const WEEK = '(?:周|星期|礼拜)';
const COUNTED = `(${NUMERAL})个?(年|季度|月|周|星期|礼拜|天|日)`;
const MONTH = '(?<![\\d第])(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?';

const number = (text: string | undefined): number => readNumeral(text ?? '') ?? 0;
const relative = (unit: TimeUnit, offset: number): TimePart => ({ part: 'relative', unit, offset });
const unknown: TimePart = { part: 'unknown' };

export const ZH_RULES: readonly TimeRule[] = [
  // years
  rule('(?<!\\d)((?:19|20|21)\\d\\d)年度?', (match) => ({ part: 'year', year: Number(match[1]) })),
  rule('([一二][零〇一二三四五六七八九]{3})年度?', (match) => {
    const year = readHanDigits(match[1]!);
    return year === null ? null : { part: 'year', year };
  }),
  // after any other character it is the year of an era: 康熙20年
  rule('(?<=^|[\\s,。;:(的在从到至把看查要是给年月])([0-4]\\d)年度?', (match) => ({
    part: 'year',
    year: 2000 + Number(match[1]),
  })),
  rule('今年度?|本年度?|这一?年|当年', relative('year', 0)),
  rule('去年度?|上一?年度?', relative('year', -1)),
  rule('大前年', relative('year', -3)),
  rule('前年', relative('year', -2)),
  rule('明年', relative('year', 1)),
  rule('后年', relative('year', 2)),
  // halves, quarters, months, weeks, days
  rule('([上下前后])半年度?', (match) => ({ part: 'half', half: '上前'.includes(match[1]!) ? 1 : 2 })),
  rule('第?([一二三四1-4])季度?', (match) => ({ part: 'quarter', quarter: number(match[1]) })),
  rule(MONTH, (match) => ({ part: 'month', month: number(match[1]) })),
  rule(`${OFFSET}(?:一?个)?(季度|月份?|周|星期|礼拜)`, (match) =>
    relative(UNITS[match[2]!.replace('份', '')]!, OFFSETS[match[1]!]!),
  ),
  rule(`${OFFSET}?(?:一?个)?${WEEK}([一二三四五六日天])(?![一二三四五六日天])`, (match) => ({
    part: 'weekday',
    weekday: WEEKDAYS.indexOf(match[2]!.replace('天', '日')) + 1,
    week: match[1] === undefined ? null : OFFSETS[match[1]]!,
    loose: false,
  })),
  rule(`${OFFSET}?(?:一?个)?${WEEK}末`, (match) => ({ part: 'weekend', week: OFFSETS[match[1] ?? '这']! })),
  rule(`(?<![\\d第])(${NUMERAL})[日号](?!楼|线|店|院|门|码)`, (match) => ({
    part: 'day',
    day: number(match[1]),
  })),
  rule('大前天', relative('day', -3)),
  rule('大后天', relative('day', 3)),
  rule('前[天日]', relative('day', -2)),
  rule('昨[天日]', relative('day', -1)),
  rule('今[天日]', relative('day', 0)),
  rule('明[天日]', relative('day', 1)),
  rule('后[天日]', relative('day', 2)),
  rule('(?<=月)(二?十[一二三四五六七八九]?|三十一?)(?![日号天个名份])', (match) => ({
    part: 'day',
    day: number(match[1]),
  })),
  // parts of a period, and spans of days
  rule(`(?:最后|末尾?|后)${COUNTED}`, (match) => edge('last', match)),
  rule(`(?:前|头|最初|开头)${COUNTED}`, (match) => edge('first', match)),
  rule(`(?:最近|过去|近)(?:这|的)?${COUNTED}(?:之?内|以?来)?`, (match) => ({
    part: 'rolling',
    unit: UNITS[match[2]!]!,
    count: number(match[1]),
  })),
  rule('(?:最近|过去|近)(?:这|的)?半年(?:之?内|以?来)?', { part: 'rolling', unit: 'month', count: 6 }),
  rule('上旬|月初|(?<=月)份?初', { part: 'third', third: 1 }),
  rule('中旬|月中', { part: 'third', third: 2 }),
  rule('下旬|月[底末]|(?<=月)份?[底末]', { part: 'third', third: 3 }),
  rule('(?:从|自)?(?:今?年初|开年)(?:至今|以来|到现在|到今天|到目前(?:为止)?)', {
    part: 'so-far',
    unit: 'year',
  }),
  rule('至今|以来|迄今|到现在|到今天|到目前(?:为止)?', { part: 'to-date' }, true),
  // what holds pieces together
  rule('从|自|由', { part: 'from' }, true),
  rule('到|至|直到', { part: 'connector' }, true),
  rule('(?<=[年月日号季度周天旬半])(?:之?间|中间)', { part: 'between' }, true),
  rule('和|与|跟|及', { part: 'and' }, true),
  rule('的|全年|整年|整月|一?整个?|期间|这段时间|份|[年季月周日]报|[年季月周]度', { part: 'glue' }, true),
  // about time, and not read here
  rule(
    '[正腊冬闰]月|年[初底末中]|岁末|[初中]?[春夏秋冬]天|[春夏秋冬]季|财年|财季|同期|本期|上期|近期|最近|春节|过年|新年|元旦|元宵|清明|端午|中秋|国庆|' +
      '重阳|除夕|七夕|五一|十一长?假|双十[一二]|圣诞|情人节|暑假|寒假|节假日|假期|工作日|农历|阴历|初[一二三四五六七八九十]|' +
      '[上下]午|早[上晨间]|凌晨|中午|晚上?|今晚|昨晚|傍晚|夜里|年代|世纪|半个?[月年]',
    unknown,
  ),
  rule(`第?${NUMERAL}个?(?:年|季度?|月|周|星期|礼拜|天|日|工作日|小时|分钟|点钟?|刻钟)`, unknown, true),
  rule('之?以?[前后]|内|最后|最初|开头|末尾|截[至止]|直至|、|或', unknown, true),
  rule('[年月周日季旬十百千]|[一二三四五六七八九]', unknown, true),
];

function edge(side: 'first' | 'last', match: RegExpExecArray): TimePart {
  return { part: 'edge', edge: side, unit: UNITS[match[2]!]!, count: number(match[1]), alone: 'ask' };
}
