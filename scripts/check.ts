/** Format, lint, types and dead code: `npm run check`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export const ROOT = resolve(import.meta.dirname, '..');
const MODULES = join(ROOT, 'node_modules');

const CHECKS: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['format and lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['dead code', 'knip/bin/knip.js', '--no-progress'],
];

/** Runs all checks, shows what a failed one says, and returns how many passed and failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const outcomes = await Promise.all(
    CHECKS.map(async ([name, program, ...args]) => {
      const child = spawn(process.execPath, [join(MODULES, program), ...args], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      const [status] = (await once(child, 'close')) as [number | null];
      process.stdout.write(status === 0 ? `✓ ${name}\n` : `✗ ${name}\n${(await said).join('')}\n`);
      return status === 0;
    }),
  );
  const passed = outcomes.filter(Boolean).length;
  return { passed, failed: outcomes.length - passed };
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
