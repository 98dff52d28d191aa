import { describe, expect, test } from 'vitest';
import { tokenise } from './tokenise.ts';

describe('tokenise', () => {
  test.each([
    [
      '用户要求订单A1001退款',
      [
        '用',
        '用户',
        '户',
        '户要',
        '要',
        '要求',
        '求',
        '求订',
        '订',
        '订单',
        '单',
        'a1001',
        '退',
        '退款',
        '款',
      ],
    ],
    ['步2 重跑gen-itgc后50条', ['步', '2', '重', '重跑', '跑', 'gen', 'itgc', '后', '50', '条']],
    ['記憶', ['记', '记忆', '忆']],
    ['ＡＢＣ１２ Ünïted', ['abc12', 'ünïted']],
    ['返品ポリシー', ['返', '返品', '品', '品ポ', 'ポ', 'ポリ', 'リ', 'リシ', 'シ', 'シー', 'ー']],
    ['\'; DROP TABLE -- " OR *', ['drop', 'table', 'or']],
    ['😀 … !', []],
    ['', []],
  ])('%s', (text, terms) => {
    expect(tokenise(text)).toEqual(terms);
  });

  test('a word is cut where it stops being one', () => {
    expect(tokenise('x'.repeat(100))).toEqual(['x'.repeat(64)]);
  });
});
