import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { runSeeds } from './run-seeds.ts';

test('ten thousand histories hold every invariant, for less than two minutes of processor time', async () => {
  verifies('M10');
  const { broken, cpuMs } = await runSeeds(0, 10_000);
  expect(broken).toEqual([]);
  expect(cpuMs).toBeLessThan(120_000);
}, 600_000);
