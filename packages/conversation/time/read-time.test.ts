import { verifies } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readUtterance } from '../text/utterance.ts';
import { formatDay, parseDay, today } from './civil-date.ts';
import { readTime } from './read-time.ts';

/** `start..end` (end exclusive) of each reading, or why there is none. */
function read(text: string, now: string): string[] {
  return readTime(readUtterance(text), parseDay(now)!).map((reading) =>
    'periods' in reading
      ? reading.periods.map(({ start, end }) => `${formatDay(start)}..${formatDay(end)}`).join(' or ')
      : reading.problem,
  );
}

describe('on 2026-12-01', () => {
  const NOW = '2026-12-01';
  test.each([
    ['Q3', '2026-07-01..2026-10-01'],
    ['第三季度', '2026-07-01..2026-10-01'],
    ['三季度', '2026-07-01..2026-10-01'],
    ['3季度', '2026-07-01..2026-10-01'],
    ['the third quarter', '2026-07-01..2026-10-01'],
    ['quarter 3', '2026-07-01..2026-10-01'],
    ['去年Q3', '2025-07-01..2025-10-01'],
    ['Q3 of last year', '2025-07-01..2025-10-01'],
    ['2025年第三季度', '2025-07-01..2025-10-01'],
    ['2025Q3', '2025-07-01..2025-10-01'],
    ["Q3'25", '2025-07-01..2025-10-01'],
    ['上季度', '2026-07-01..2026-10-01'],
    ['上个季度', '2026-07-01..2026-10-01'],
    ['上上季度', '2026-04-01..2026-07-01'],
    ['本季度', '2026-10-01..2027-01-01'],
    ['last quarter', '2026-07-01..2026-10-01'],
    ['上个月', '2026-11-01..2026-12-01'],
    ['上個月', '2026-11-01..2026-12-01'],
    ['上月', '2026-11-01..2026-12-01'],
    ['last month', '2026-11-01..2026-12-01'],
    ['上上个月', '2026-10-01..2026-11-01'],
    ['本月', '2026-12-01..2027-01-01'],
    ['这个月', '2026-12-01..2027-01-01'],
    ['8月', '2026-08-01..2026-09-01'],
    ['八月份', '2026-08-01..2026-09-01'],
    ['十一月', '2026-11-01..2026-12-01'],
    ['August', '2026-08-01..2026-09-01'],
    ['in May', '2026-05-01..2026-06-01'],
    ['May 2017', '2017-05-01..2017-06-01'],
    ['2026-07', '2026-07-01..2026-08-01'],
    ['今年', '2026-01-01..2027-01-01'],
    ['this year', '2026-01-01..2027-01-01'],
    ['去年', '2025-01-01..2026-01-01'],
    ['前年', '2024-01-01..2025-01-01'],
    ['2024年', '2024-01-01..2025-01-01'],
    ['二〇二四年', '2024-01-01..2025-01-01'],
    ['上半年', '2026-01-01..2026-07-01'],
    ['H1', '2026-01-01..2026-07-01'],
    ['first half of 2025', '2025-01-01..2025-07-01'],
    ['去年下半年', '2025-07-01..2026-01-01'],
    ['前三季度', '2026-01-01..2026-10-01'],
    ['上周', '2026-11-23..2026-11-30'],
    ['上上周', '2026-11-16..2026-11-23'],
    ['上周三', '2026-11-25..2026-11-26'],
    ['上周末', '2026-11-28..2026-11-30'],
    ['昨天', '2026-11-30..2026-12-01'],
    ['前天', '2026-11-29..2026-11-30'],
    ['the day before yesterday', '2026-11-29..2026-11-30'],
    ['月初', '2026-12-01..2026-12-11'],
    ['上个月底', '2026-11-21..2026-12-01'],
    ['11月中旬', '2026-11-11..2026-11-21'],
    ['年初至今', '2026-01-01..2026-12-02'],
    ['YTD', '2026-01-01..2026-12-02'],
    ['since May', '2026-05-01..2026-12-02'],
    ['5月以来', '2026-05-01..2026-12-02'],
    ['最近7天', '2026-11-25..2026-12-02'],
    ['last 7 days', '2026-11-25..2026-12-02'],
    ['最近三个月', '2026-09-02..2026-12-02'],
    ['上个月最后三天', '2026-11-28..2026-12-01'],
    ['8月前5天', '2026-08-01..2026-08-06'],
    ['Q3最后一个月', '2026-09-01..2026-10-01'],
    ['last day of August', '2026-08-31..2026-09-01'],
    ['3月到5月', '2026-03-01..2026-06-01'],
    ['from March to May', '2026-03-01..2026-06-01'],
    ['between May and July', '2026-05-01..2026-08-01'],
    ['去年11月到今年2月', '2025-11-01..2026-03-01'],
    ['上个月3号到5号', '2026-11-03..2026-11-06'],
    ['3月1日至3月15日', '2026-03-01..2026-03-16'],
    ['2026-07-01到2026-09-30', '2026-07-01..2026-10-01'],
    ['2026年7月1日到9月30日', '2026-07-01..2026-10-01'],
    ['2014-2018', '2014-01-01..2019-01-01'],
    ['12月25日', '2025-12-25..2025-12-26'],
    ['5 May 2017', '2017-05-05..2017-05-06'],
    ['May 5th, 2017', '2017-05-05..2017-05-06'],
    ['Q3的报告今天发给他', '2026-07-01..2026-10-01'],
    ['Ｑ３', '2026-07-01..2026-10-01'],
  ])('%s', (text, expected) => {
    verifies('C3');
    expect(read(text, NOW)).toEqual([expected]);
  });

  test.each([
    ['11月到2月', '2025-11-01..2026-03-01 or 2026-11-01..2027-03-01'],
    ['Q4', '2025-10-01..2026-01-01 or 2026-10-01..2027-01-01'],
    ['12月', '2025-12-01..2026-01-01 or 2026-12-01..2027-01-01'],
    ['前两个月', '2026-10-01..2026-12-01 or 2026-10-02..2026-12-02'],
    ['3/5/2026', '2026-03-05..2026-03-06 or 2026-05-03..2026-05-04'],
    ['周五', '2026-11-27..2026-11-28 or 2026-12-04..2026-12-05'],
  ])('%s could be two periods: ask', (text, expected) => {
    expect(read(text, NOW)).toEqual([expected]);
  });

  test.each([
    '去年春节',
    '去年国庆',
    '去年同期',
    '双十一',
    '今年夏天',
    '去年财年',
    '上个月第一周',
    '上个月最后一个工作日',
    'Q3和Q4',
    'Q2 and Q3',
    '去年上个月',
    '3月之前',
    'before May',
    'fiscal 2025',
    'the first week of May',
    'last summer',
    '年底',
    '上个月前',
    'mid May',
    '最近',
  ])('%s is understood whole or not at all: ask', (text) => {
    expect(read(text, NOW)).toEqual(['unclear']);
  });

  test.each(['2月30日', '下个月32号', '2026-02-30', '11月31号', '9月最后40天'])(
    '%s is no date: ask',
    (text) => {
      expect(read(text, NOW)).toEqual(['invalid']);
    },
  );

  test.each([
    'ORD-20250101',
    '我的订单三天了还没到',
    'May I ask something',
    'march on',
    '2件',
    '138 0000 1234',
    '周经理',
    '第二个',
    'the second one',
    '一个月饼',
  ])('%s says nothing of time', (text) => {
    expect(read(text, NOW)).toEqual([]);
  });
});

test('C17 halves of a year and tails of a month', () => {
  const NOW = '2025-01-16';
  expect(read('去年上半年', NOW)).toEqual(['2024-01-01..2024-07-01']);
  expect(read('last 5 days of may 2017', NOW)).toEqual(['2017-05-27..2017-06-01']);
  expect(read('上个月最后三天', NOW)).toEqual(['2024-12-29..2025-01-01']);
});

test.each([
  ['2022-05-31', '2022-04-01..2022-05-01'],
  ['2025-03-31', '2025-02-01..2025-03-01'],
  ['2024-03-31', '2024-02-01..2024-03-01'],
])('C19 today being %s rolls nothing over', (now, lastMonth) => {
  expect(read('2022-02-01', now)).toEqual(['2022-02-01..2022-02-02']);
  expect(read('上个月', now)).toEqual([lastMonth]);
  expect(read('last month', now)).toEqual([lastMonth]);
  expect(read('下个月31号', now)).toEqual(['invalid']);
});

test('a running quarter is asked about until its last day is over', () => {
  expect(read('Q3', '2026-09-30')).toEqual(['2025-07-01..2025-10-01 or 2026-07-01..2026-10-01']);
  expect(read('Q3', '2026-10-01')).toEqual(['2026-07-01..2026-10-01']);
  expect(read('Q3', '2026-06-30')).toEqual(['2025-07-01..2025-10-01']);
});

test('the civil date is that of the time zone, on both sides of a change of clocks', () => {
  const at = (iso: string, zone: string): string => formatDay(today(Date.parse(iso), zone));
  expect(at('2026-11-30T16:30:00Z', 'Asia/Shanghai')).toBe('2026-12-01');
  expect(at('2026-11-30T16:30:00Z', 'America/New_York')).toBe('2026-11-30');
  expect(at('2026-03-29T00:59:59Z', 'Europe/Berlin')).toBe('2026-03-29');
  expect(at('2026-10-25T23:30:00Z', 'Europe/Berlin')).toBe('2026-10-26');
});

test('whatever the day, a reading is a proper period, and last month is the whole month before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40_000 }),
      fc.constantFrom('上个月', 'Q2', '去年', '最近三个月', '上周五', '3月到5月', '31号'),
      (day, text) => {
        for (const reading of readTime(readUtterance(text), day)) {
          if (!('periods' in reading)) continue;
          for (const { start, end } of reading.periods) expect(end).toBeGreaterThan(start);
        }
        const [month] = readTime(readUtterance('上个月'), day);
        const period = 'periods' in month! ? month.periods[0]! : null;
        expect(formatDay(period!.start).slice(8)).toBe('01');
        expect(formatDay(period!.end).slice(0, 7)).toBe(formatDay(day).slice(0, 7));
      },
    ),
    { numRuns: 300, seed: 5 },
  );
});

test.each([
  '2026/7/1-2026/9/30',
  '2026-7-1-2026-9-30',
  '2026.07.01-2026.09.30',
  '2026/7/1~2026/9/30',
  '2026/7/1–2026/9/30',
])('a range without spaces: %s', (text) => {
  const [reading, ...more] = readTime(readUtterance(`把${text}的报告`), parseDay('2026-12-01')!);
  expect(more).toEqual([]);
  expect(reading).toMatchObject({ phrase: text, periods: [expect.anything()] });
});

test.each([
  '2026-09-30到2026-07-01',
  '2026/9/30-2026/7/1',
  'from 2026-09-30 to 2026-07-01',
  '2026年9月到2026年7月',
])('a range the wrong way round: %s', (text) => {
  expect(readTime(readUtterance(text), parseDay('2026-12-01')!)).toMatchObject([{ problem: 'reversed' }]);
});
