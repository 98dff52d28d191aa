import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { readUtterance } from '../text/utterance.ts';
import { parseDay } from '../time/civil-date.ts';
import { dateRangeReader } from './date-range.ts';
import { enumerationReader } from './enumeration.ts';
import { freeTextReader } from './free-text.ts';
import { gatherReadings, type ReadableSlot } from './gather.ts';
import { numberReader } from './number.ts';
import { patternReader } from './pattern.ts';
import type { SlotReader, SlotReading } from './slot.ts';
import { findUrgency } from './urgency.ts';

const SCOPE = { today: parseDay('2026-12-01')! };
const read = (reader: SlotReader, text: string): readonly SlotReading[] =>
  reader.read(readUtterance(text), SCOPE);
const answer = (reader: SlotReader, text: string): SlotReading | null =>
  reader.answer(readUtterance(text), SCOPE);
const outcomeOf = (reading: SlotReading | null | undefined): unknown =>
  reading?.kind === 'value' ? reading.value : reading?.kind;

describe('pattern', () => {
  const reader = patternReader('ORD-\\d{8}', '\\bORD-?\\d{1,12}');
  test.each([
    ['订单ORD-12345678到哪了', 'ORD-12345678'],
    ['ord-12345678', 'ORD-12345678'],
    ['ＯＲＤ－１２３４５６７８', 'ORD-12345678'],
    ['(ORD-12345678)', 'ORD-12345678'],
    ['ORD-1234567', 'invalid'],
    ['ORD-123456789', 'invalid'],
    ['XORD-12345678', undefined],
  ])('%s', (text, value) => {
    expect(outcomeOf(read(reader, text)[0])).toBe(value);
  });

  test('where it stood is kept', () => {
    verifies('C3');
    expect(read(reader, '查 ORD-12345678 吧')[0]).toMatchObject({
      span: [2, 14],
      rule: 'pattern',
      phrase: 'ORD-12345678',
    });
  });
});

describe('enum', () => {
  const reader = enumerationReader([
    { value: 'size', title: { zh: '尺码不合适', en: 'wrong size' }, synonyms: ['尺码', '太大', 'size'] },
    { value: 'like', title: { zh: '喜欢', en: 'like' }, synonyms: [] },
    { value: 'dislike', title: { zh: '不喜欢', en: 'dislike' }, synonyms: [] },
  ]);
  test.each([
    ['尺码不对', ['size']],
    ['我不喜欢', ['dislike']],
    ['the size is wrong', ['size']],
    ['oversized', []],
    ['太大，也不喜欢', ['size', 'dislike']],
    ['尺碼', ['size']],
  ])('%s', (text, values) => {
    expect(read(reader, text).map(outcomeOf)).toEqual(values);
  });
});

describe('date range', () => {
  test('half-open dates with a label and the words themselves', () => {
    expect(outcomeOf(read(dateRangeReader(), '把Q3的报告发出去')[0])).toEqual({
      start: '2026-07-01',
      end: '2026-10-01',
      label: 'Q3 2026',
      phrase: 'Q3',
    });
  });

  test('a remembered phrase is resolved anew', () => {
    const reader = dateRangeReader();
    expect(reader.recall('上个月', SCOPE)).toMatchObject({ start: '2026-11-01' });
    expect(reader.recall('上个月', { today: parseDay('2027-02-10')! })).toMatchObject({
      start: '2027-01-01',
    });
    expect(reader.recall('Q4', SCOPE)).toBeNull();
    expect(reader.recall('去年春节', SCOPE)).toBeNull();
  });
});

describe('free text', () => {
  const reader = freeTextReader({ min: 6, max: 20, must: '\\d|路' });
  test.each([
    ['上海市世纪大道100号', '上海市世纪大道100号'],
    ['寄到上海市世纪大道100号', '上海市世纪大道100号'],
    ['不是，改成北京市学院路5号', '北京市学院路5号'],
    ['please send it to 12 Long Street', '12 Long Street'],
    ['可以寄到公司吗？', undefined],
    ['上海', 'invalid'],
    ['上海市浦东新区很长很长很长很长的路很长很长', 'text_too_long'],
  ])('%s', (text, value) => {
    const reading = answer(reader, text);
    expect(reading?.kind === 'invalid' ? reading.reason : outcomeOf(reading)).toBe(value);
  });
});

describe('number', () => {
  const reader = numberReader({ min: 1, max: 10, units: ['件', 'pieces?'] });
  test.each([
    ['退两件', 2],
    ['3 pieces', 3],
    ['退20件', 'invalid'],
    ['订单ORD-12345678', undefined],
  ])('%s', (text, value) => {
    expect(outcomeOf(read(reader, text)[0])).toBe(value);
  });

  test('alone, a figure is read only as an answer', () => {
    expect(read(reader, '5')).toEqual([]);
    expect(outcomeOf(answer(reader, '五'))).toBe(5);
    expect(outcomeOf(answer(reader, '5.5'))).toBeUndefined();
  });
});

test.each([
  ['我的订单还没发货，急', true],
  ['急用', true],
  ['麻烦尽快', true],
  ['this is urgent', true],
  ['ASAP please', true],
  ['不急', false],
  ['不着急，慢慢来', false],
  ['没那么急', false],
  ['not urgent', false],
  ['应急灯坏了', false],
])('urgency: %s', (text, urgent) => {
  expect(findUrgency(readUtterance(text)) !== null).toBe(urgent);
});

describe('several slots of one sentence', () => {
  const slot = (name: string, reader: SlotReader, type: 'pattern' | 'date_range' | 'text'): ReadableSlot =>
    ({ name, reader, kind: { type } }) as ReadableSlot;
  const order = slot('order', patternReader('[A-Z]\\d{4}', null), 'pattern');
  const period = slot('period', dateRangeReader(), 'date_range');
  const note = slot('note', freeTextReader({ min: 2, max: 99, must: null }), 'text');
  const gather = (text: string, asked: string | null = null): Record<string, unknown> =>
    Object.fromEntries(
      [...gatherReadings([note, period, order], readUtterance(text), SCOPE, asked)].map(([name, reading]) => [
        name,
        outcomeOf(reading),
      ]),
    );

  test('each is read once, whatever the order', () => {
    verifies('C12');
    expect(gather('上个月 A1001')).toEqual({
      order: 'A1001',
      period: expect.objectContaining({ start: '2026-11-01' }),
    });
  });

  test.each([
    ['不是A1001，是B2002', 'B2002'],
    ['把A1001改成B2002', 'B2002'],
    ['change A1001 to B2002', 'B2002'],
    ['A1001 instead of B2002', 'A1001'],
    ['A1001 和 B2002', 'choice'],
    ['A1001，对，A1001', 'A1001'],
  ])('what is denied does not count: %s', (text, value) => {
    expect(gather(text).order).toBe(value);
  });

  test('the asked free text takes the words before anything else does', () => {
    expect(gather('上个月买的 A1001 坏了', 'note')).toEqual({ note: '上个月买的 A1001 坏了' });
  });
});
