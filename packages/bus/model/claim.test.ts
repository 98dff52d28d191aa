import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureSpin } from '@hermes-agent/testkit/services';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const MODEL = join(import.meta.dirname, 'claim.pml');
const PROMISES = ['claimed_is_settled_or_claimable', 'settled_in_the_end', 'effect_is_told'];
/** Far more steps than any run of the model has: one that is cut off fails below. */
const DEPTH = 10_000;
const LIMIT_MS = 120_000;

const hasSpin = ensureSpin();
const name = hasSpin ? 'the model of claim, lease, fence and end' : 'the model (install spin and gcc)';

describe.skipIf(!hasSpin)(name, () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hermes-model-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (program: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { cwd: folder, timeout: LIMIT_MS })).stdout;

  /** Makes the verifier of the model, or of a broken variant of it. */
  const build = async (variant: string[], ...flags: string[]): Promise<void> => {
    await run('spin', ...variant, '-a', MODEL);
    await run('gcc', '-O1', '-o', 'pan', ...flags, 'pan.c');
  };
  const verify = (...args: string[]): Promise<string> => run(join(folder, 'pan'), `-m${DEPTH}`, ...args);

  test('breaks none of its assertions and never gets stuck', { timeout: LIMIT_MS }, async () => {
    await build([], '-DSAFETY', '-DNOCLAIM');
    const report = await verify();
    expect(report).toMatch(/errors: 0\b/);
    expect(report).not.toMatch(/max search depth too small/);
  });

  test('keeps every promise about what comes in the end', { timeout: LIMIT_MS }, async () => {
    await build([], '-DNFAIR=3');
    for (const promise of PROMISES) {
      // -a: look for cycles; -f: no process that can go on is passed over for ever.
      const report = await verify('-a', '-f', '-N', promise);
      expect(report, promise).toMatch(/errors: 0\b/);
      expect(report, promise).not.toMatch(/max search depth too small/);
    }
  });

  test.each([
    ['without the fence a stale write lands', 'NO_FENCE', 'owner==_pid'],
    ['without compare-and-set it ends twice', 'NO_COMPARE_AND_SET', 'ends==1'],
  ])('%s', { timeout: LIMIT_MS }, async (_, variant, broken) => {
    await build([`-D${variant}`], '-DSAFETY', '-DNOCLAIM');
    const report = await verify();
    expect(report).toMatch(/errors: 1\b/);
    expect(report).toContain(`assertion violated (${broken})`);
    expect(existsSync(join(folder, 'claim.pml.trail'))).toBe(true);
  });
});
