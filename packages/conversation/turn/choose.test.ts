import { describe, expect, test } from 'vitest';
import { readUtterance } from '../text/utterance.ts';
import { actsOf, isLater } from './act.ts';
import { chosenIndex } from './choose.ts';

const LABELS = ['王强 (华东区)', '王秀兰 (市场部)', '李雷 (市场部)'];

test.each([
  ['第二个', 1],
  ['选第2个', 1],
  ['2', 1],
  ['2号', 1],
  ['二', 1],
  ['the second one', 1],
  ['number 3', 2],
  ['第三位', 2],
  ['最后一个', 2],
  ['the last one', 2],
  ['王秀兰', 1],
  ['华东区那位', 0],
  ['市场部', null],
  ['第四个', null],
  ['0', null],
  ['王', null],
  ['看第二个', null],
])('%s', (text, index) => {
  expect(chosenIndex(readUtterance(text), LABELS)).toBe(index);
});

describe('acts are whole turns', () => {
  test.each([
    ['是的，确认', ['yes']],
    ['go ahead, please', ['yes']],
    ['取消', ['cancel']],
    ['帮我取消这个申请', ['cancel']],
    ['never mind', ['cancel']],
    ['全部取消', ['cancel_all']],
    ['不用了', ['no', 'cancel']],
    ['不对', ['wrong']],
    ["that's wrong", ['wrong']],
    ['转人工', ['human']],
    ['I want to talk to a real person', ['human']],
    ['为什么要问这个？', ['why']],
    ['再说一遍', ['repeat']],
    ['跳过', ['skip']],
    ['老样子', ['usual']],
    ['取消订单', []],
    ['是不是', ['doubt']],
    ['可以吗', ['doubt']],
    ['不要发给他', []],
    ['yesterday', []],
    ['你好', []],
    ['谢谢', []],
    ['我要', []],
  ])('%s', (text, acts) => {
    expect([...actsOf(readUtterance(text))].sort()).toEqual([...acts].sort());
  });

  test('overlapping phrases cost no time', () => {
    const startedAt = performance.now();
    actsOf(readUtterance(`${'是的好的'.repeat(14)}x`));
    expect(performance.now() - startedAt).toBeLessThan(50);
  });

  test.each(['等会儿再确认', 'not now', '让我再想想'])('%s puts it off', (text) => {
    expect(isLater(readUtterance(text))).toBe(true);
  });
});
