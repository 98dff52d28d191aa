import { expect, test } from 'vitest';
import { drawBanner } from './banner.ts';

const agent = (name: string, ...tries: string[]) =>
  ({ name, tries, title: { zh: '', en: '' }, description: { zh: '', en: '' }, locale: 'zh' }) as const;

test('the address and three sentences, of every agent first one', () => {
  const lines = drawBanner(
    {
      url: 'http://127.0.0.1:7070',
      version: '1.0.0',
      startMs: 900,
      agents: [agent('after-sales', '急', 'urgent', '三'), agent('office-reports', '报告', 'report', '三')],
    },
    (_, text) => text,
  );
  expect(lines).toContain('  ➜  http://127.0.0.1:7070');
  expect(lines.filter((line) => /^ {5}\S/.test(line)).map((line) => line.trim().replace(/ +/, ' '))).toEqual([
    'after-sales 急',
    'office-reports 报告',
    'after-sales urgent',
  ]);
});
