import { expect, test } from 'vitest';
import { chooseTries } from './choose-tries.ts';

const tries = ['我要退货', 'where is my order?', '查物流', 'I want a refund', '换货', '投诉'];

test('sentences in the language of the page, three at most', () => {
  expect(chooseTries(tries, 'zh')).toEqual(['我要退货', '查物流', '换货']);
  expect(chooseTries(tries, 'en')).toEqual(['where is my order?', 'I want a refund']);
  expect(chooseTries(['我要退货'], 'en')).toEqual(['我要退货']);
});
