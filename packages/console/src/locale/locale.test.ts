import { expect, test } from 'vitest';
import { en } from './en.ts';
import { firstLocale } from './locale.ts';
import { zh } from './zh.ts';

test('the choice of the reader wins, then the browser, then English', () => {
  expect(firstLocale('en', ['zh-CN'])).toBe('en');
  expect(firstLocale(null, ['fr-FR', 'zh-TW', 'en'])).toBe('zh');
  expect(firstLocale(null, ['en-US', 'zh'])).toBe('en');
  expect(firstLocale('xx', ['fr'])).toBe('en');
});

test('both languages fill the same placeholders', () => {
  const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
  for (const group of Object.keys(en) as (keyof typeof en)[]) {
    const english: Record<string, string> = en[group];
    const chinese: Record<string, string> = zh[group];
    for (const [key, text] of Object.entries(english)) {
      expect(placeholders(chinese[key] ?? ''), `${group}.${key}`).toEqual(placeholders(text));
    }
  }
});
