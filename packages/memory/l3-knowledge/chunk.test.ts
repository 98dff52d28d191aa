import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkMarkdown, firstHeading } from './chunk.ts';

describe('chunkMarkdown', () => {
  test('cuts at headings and keeps the path to each', () => {
    const markdown = [
      'Before any heading.',
      '# 售后政策 #',
      '## 退货',
      '七天内可以退货。',
      '```sh',
      '# not a heading',
      '```',
      '#### 运费',
      '由卖家承担。',
      '## 换货',
    ].join('\n');
    expect(chunkMarkdown(markdown)).toEqual([
      { heading: '', text: 'Before any heading.' },
      { heading: '售后政策', text: '售后政策' },
      { heading: '售后政策 › 退货', text: '七天内可以退货。\n```sh\n# not a heading\n```' },
      { heading: '售后政策 › 退货 › 运费', text: '由卖家承担。' },
      { heading: '售后政策 › 换货', text: '换货' },
    ]);
    expect(firstHeading(markdown)).toBe('售后政策');
  });

  test('nothing in, nothing out', () => {
    expect(chunkMarkdown(' \n\n')).toEqual([]);
    expect(firstHeading('no heading')).toBeNull();
  });

  test('a long section falls apart at sentences; no passage is too long and no letter is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('退货。', 'Refund now. ', '\n\n', 'x'.repeat(500), '条款'), {
          maxLength: 60,
        }),
        (pieces) => {
          const text = pieces.join('');
          const chunks = chunkMarkdown(text).map((chunk) => chunk.text);
          expect(Math.max(0, ...chunks.map(({ length }) => length))).toBeLessThanOrEqual(1_200);
          expect(chunks.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        },
      ),
    );
  });
});
