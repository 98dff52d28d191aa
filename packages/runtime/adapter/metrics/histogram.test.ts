import { expect, test } from 'vitest';
import { createHistogram } from './histogram.ts';

test('buckets are cumulative, end in +Inf, and agree with the count', async () => {
  const histogram = createHistogram({ name: 'wait_seconds', help: 'Waits.', labels: ['tool'] });
  for (const seconds of [0.005, 0.3, 0.4, 99]) histogram.observe(seconds, 'a');
  const lines = await histogram.lines();
  expect(lines.slice(0, 3)).toEqual([
    '# HELP wait_seconds Waits.',
    '# TYPE wait_seconds histogram',
    'wait_seconds_bucket{tool="a",le="0.005"} 1',
  ]);
  expect(lines).toContain('wait_seconds_bucket{tool="a",le="0.25"} 1');
  expect(lines).toContain('wait_seconds_bucket{tool="a",le="0.5"} 3');
  expect(lines.slice(-3)).toEqual([
    'wait_seconds_bucket{tool="a",le="+Inf"} 4',
    'wait_seconds_sum{tool="a"} 99.705',
    'wait_seconds_count{tool="a"} 4',
  ]);
});
