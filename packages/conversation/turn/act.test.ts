import { describe, expect, test } from 'vitest';
import { readUtterance } from '../text/utterance.ts';
import { actsOf } from './act.ts';

describe('a question or a double negation decides nothing', () => {
  test.each([
    '是吗',
    '是不是？',
    'yes?',
    '可以吗？',
    '好不好',
    '真的吗',
    '不行吗？',
    '取消吗',
    'no?',
    'is that right?',
    '不是不行',
    '也不是不可以',
  ])('%s', (text) => {
    expect([...actsOf(readUtterance(text))]).toEqual(['doubt']);
  });

  test.each([
    ['不是，不要发', 'no'],
    ['不是不是', 'no'],
    ['不行', 'no'],
    ['可以', 'yes'],
    ['不对', 'wrong'],
    ['取消', 'cancel'],
  ] as const)('%s still says %s', (text, act) => {
    expect(actsOf(readUtterance(text)).has(act)).toBe(true);
    expect(actsOf(readUtterance(text)).has('doubt')).toBe(false);
  });
});
