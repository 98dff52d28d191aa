import { describe, expect, test } from 'vitest';
import { clearLocale } from './locale.ts';
import { readNumeral } from './numeral.ts';
import { isWordless, readUtterance } from './utterance.ts';

describe('an utterance', () => {
  test.each([
    ['Ｑ３　報告', 'Q3 報告', 'q3 报告'],
    ['  a\n\tb  ', 'a b', 'a b'],
    ['İstanbul', 'İstanbul', 'İstanbul'],
    ['a\u202eb\u0000c', 'a b c', 'a b c'],
    ['\ud800x', 'x', 'x'],
  ])('%j', (raw, text, folded) => {
    expect(readUtterance(raw)).toEqual({ text, folded });
  });

  test('positions in one form are positions in the other', () => {
    for (const raw of ['ŐİẞA', '發給李總監', '①②③', '👍🏽報告'])
      expect(readUtterance(raw).folded).toHaveLength(readUtterance(raw).text.length);
  });

  test.each([
    ['', true],
    ['👍 …', true],
    ['？！', true],
    ['3', false],
    ['好', false],
  ])('%j is wordless: %s', (raw, wordless) => {
    expect(isWordless(readUtterance(raw))).toBe(wordless);
  });
});

test.each([
  ['帮我查物流', 'zh'],
  ['帮我 check 一下 order', 'zh'],
  ['where is my order', 'en'],
  ['ok', null],
  ['ORD-12345678', null],
  ['Q3', null],
  ['发 Li', null],
])('%s is clearly in %s', (raw, locale) => {
  expect(clearLocale(readUtterance(raw))).toBe(locale);
});

test.each([
  ['十二', 12],
  ['二十', 20],
  ['三十一', 31],
  ['两', 2],
  ['twelve', 12],
  ['3rd', 3],
  ['third', 3],
  ['一二', null],
  ['', null],
  ['x', null],
])('numeral %s', (text, value) => {
  expect(readNumeral(text)).toBe(value);
});
