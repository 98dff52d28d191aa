import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { type OpenStage, simulate } from './simulate.ts';
import { inMemory, inSqlite } from './stage.ts';

/** The first broken history, with all that is needed to understand it. */
async function findBroken(from: number, to: number, open: OpenStage): Promise<readonly string[]> {
  for (let seed = from; seed < to; seed += 1) {
    const { broken, history } = await simulate(seed, open);
    if (broken.length > 0) return [`seed ${seed}`, ...broken, ...history];
  }
  return [];
}

test('whatever crashes, stalls, repeats or is late: one end each, no effect twice, none forgotten', async () => {
  verifies('M4', 'M9', 'M10');
  expect(await findBroken(0, 500, inMemory())).toEqual([]);
}, 60_000);

test('the same over the real journal, with a clock that is set', async () => {
  verifies('M10');
  expect(await findBroken(0, 20, inSqlite)).toEqual([]);
}, 60_000);

test('a history repeats itself, to the last line', async () => {
  const { history } = await simulate(7, inMemory());
  expect(history.length).toBeGreaterThan(20);
  expect((await simulate(7, inMemory())).history).toEqual(history);
});

describe('a broken step is found out within 40 seeds:', () => {
  test.each(Object.entries(MUTANTS))('%s', { timeout: 60_000 }, async (_, mutant) => {
    expect(await findBroken(0, 40, inMemory(mutant))).not.toEqual([]);
  });
});
