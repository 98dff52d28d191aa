import { describe, expect, test } from 'vitest';
import { BUILT_IN_TEXTS } from './built-in.ts';
import { formatMoney } from './filter.ts';
import { createRenderer } from './render.ts';
import { parseTemplate } from './template.ts';

const one = (zh: string, fallback: string | null = null) =>
  createRenderer({
    texts: new Map([
      [
        'it',
        {
          text: { zh, en: zh },
          fallback: fallback === null ? null : { zh: fallback, en: fallback },
          options: null,
        },
      ],
      ['fallback', BUILT_IN_TEXTS.get('fallback')!],
    ]),
    words: new Map([['status', new Map([['sent', { zh: '已发出', en: 'sent' }]])]]),
  });

describe('a response', () => {
  test.each([
    ['{slot.id}', { slot: { id: 'A1' } }, 'A1'],
    [
      '{facts.total | money facts.currency}',
      { facts: { total: 123_456_789, currency: 'CNY' } },
      '¥1,234,567.89',
    ],
    ['{facts.total | money USD}', { facts: { total: -5 } }, '-$0.05'],
    [
      '{slot.period | dates}',
      { slot: { period: { start: '2026-07-01', end: '2026-10-01' } } },
      '2026年7月1日至9月30日',
    ],
    [
      '{slot.period | dates}',
      { slot: { period: { start: '2025-12-31', end: '2026-01-02' } } },
      '2025年12月31日至2026年1月1日',
    ],
    ['{facts.at | date}', { facts: { at: '2026-07-01T09:00:00Z' } }, '2026年7月1日'],
    ['{facts.status | words status}', { facts: { status: 'sent' } }, '已发出'],
    ['{facts.items.0.name}', { facts: { items: [{ name: '鞋' }] } }, '鞋'],
    ['{{literal}}', {}, '{literal}'],
  ])('%s', (template, values, text) => {
    expect(one(template).render('it', values, 'zh')).toBe(text);
  });

  test.each([
    '{facts.none}',
    '{facts.total | money}',
    '{facts.status | words status}',
    '{facts.__proto__}',
    '{facts.constructor.name}',
  ])('says its fallback when a value is missing or does not fit: %s', (template) => {
    const values = { facts: { total: 1.5, status: 'unknown' } };
    expect(one(template, 'instead').render('it', values, 'zh')).toBe('instead');
    expect(one(template).render('it', values, 'zh')).toBe(BUILT_IN_TEXTS.get('fallback')!.text.zh);
  });

  test('values are data: a placeholder in one is never filled', () => {
    expect(
      one('{facts.note}').render('it', { facts: { note: '{slot.secret}' }, slot: { secret: 'x' } }, 'zh'),
    ).toBe('{slot.secret}');
  });
});

test('braces alone are no template', () => {
  expect(parseTemplate('a } b')).toBeNull();
  expect(parseTemplate('{Slot Id}')).toBeNull();
});

test('cents are never floating-point', () => {
  expect(formatMoney(9_007_199_254_740_991, 'CNY')).toBe('¥90,071,992,547,409.91');
  expect(formatMoney(7, 'CHF')).toBe('CHF 0.07');
});

test('every built-in text parses, in both languages', () => {
  for (const [key, { text }] of BUILT_IN_TEXTS) {
    expect(parseTemplate(text.zh), key).not.toBeNull();
    expect(parseTemplate(text.en), key).not.toBeNull();
  }
});
