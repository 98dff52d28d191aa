/**
 * `npm test`: the checks, then every test; `--long` adds the long runs. Other arguments go to Vitest, which then
 * runs what they select and nothing else (`npm test -- packages/bus`). The last line sums up, so that any build
 * server can read it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runChecks } from './check.ts';

interface Summary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

async function runVitest(args: readonly string[], long: boolean): Promise<Summary> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-test-'));
  try {
    const file = join(folder, 'summary.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...(long ? { HERMES_TEST_LONG: '1' } : {}) },
    });
    const [status] = (await once(child, 'close')) as [number | null];
    const summary = readSummary(file);
    // A file that does not load and an error outside of any test fail the run without failing a test.
    const unseen = status !== 0 && summary.numFailedTests === 0 ? 1 : 0;
    return { ...summary, numFailedTests: summary.numFailedTests + unseen };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readSummary(file: string): Summary {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Summary;
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  }
}

const long = process.argv.includes('--long');
const selection = process.argv.slice(2).filter((argument) => argument !== '--long');
const checks = selection.length === 0 ? await runChecks() : { passed: 0, failed: 0 };
const tests = await runVitest(selection, long);
const passed = checks.passed + tests.numPassedTests;
const failed = checks.failed + tests.numFailedTests;
const skipped = tests.numPendingTests + tests.numTodoTests;
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
