import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provesCommand, verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { measure, worldsAt } from './measure.ts';
import { lastTwentyRule, peekingRule, sequentialRule } from './play.ts';

const LONG_MS = 120_000;

describe('a candidate as good as the stable version', () => {
  test.each(['as good, 1 % errors', 'as good, both fail 50 % for a while'])(
    '%s: rolled back in at most 2 % of 2,000 canaries',
    (name) => {
      verifies('M7');
      const world = worldsAt(0.25)[name]!;
      expect(measure(world, () => sequentialRule(0.25), 2_000, 250).rolledBack).toBeLessThanOrEqual(0.02);
    },
    LONG_MS,
  );

  test('is rolled back again and again by the rules that come to mind first', () => {
    const world = worldsAt(0.05)['as good, 1 % errors']!;
    expect(measure(world, lastTwentyRule, 200, 500).rolledBack).toBeGreaterThan(0.9);
    expect(measure(world, peekingRule, 200, 500).rolledBack).toBeGreaterThan(0.1);
  });
});

describe('a candidate at 5 % that is worse', () => {
  test.each([
    ['1 % errors → 10 %', 100],
    ['1 % errors → 30 %', 30],
    ['5 % refusals → 40 %', 40],
    ['three times as slow', 40],
  ] as const)(
    '%s: found within a median of %i of its requests',
    (name, limit) => {
      verifies('M7');
      const { rolledBack, median } = measure(worldsAt(0.05)[name]!, () => sequentialRule(0.05), 200, 1_000);
      expect(rolledBack).toBe(1);
      expect(median).toBeLessThanOrEqual(limit);
    },
    LONG_MS,
  );
});

test(
  'the table of the documentation comes from one command',
  async () => {
    provesCommand('npx node packages/bus/canary/simulation/measure.ts 0.05 2000 500');
    provesCommand('npx node packages/bus/canary/simulation/measure.ts 0.25 2000 2000');
    const program = join(import.meta.dirname, 'measure.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [program, '0.25', '2', '25']);
    expect(stdout.split('\n')[0]).toContain('candidate at 25 %');
    expect(stdout.trim().split('\n')).toHaveLength(2 + Object.keys(worldsAt(0.25)).length * 3);
  },
  LONG_MS,
);
