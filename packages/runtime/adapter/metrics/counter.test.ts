import { expect, test } from 'vitest';
import { createCounter } from './counter.ts';

test('each label set has a line of its own, whatever is in its values', async () => {
  const counter = createCounter({ name: 'a_total', help: 'One \\ two\nthree.', labels: ['x', 'y'] });
  counter.count('plain', '');
  counter.count('plain', '');
  counter.count('a "b" \\ \n', '中文');
  expect(await counter.lines()).toEqual([
    '# HELP a_total One \\\\ two\\nthree.',
    '# TYPE a_total counter',
    'a_total{x="plain",y=""} 2',
    'a_total{x="a \\"b\\" \\\\ \\n",y="中文"} 1',
  ]);
});
