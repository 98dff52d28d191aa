import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const SHIPPED = /^\(?(MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1)\b/;
/** Compilers and their like are used here and shipped to nobody. */
const BUILD_ONLY = /^MPL-2\.0$/;
/** What the manifest leaves out and the package's own LICENSE file says. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };
/** Vite's minifier: the console is built with it, and the page holds nothing of it. */
const CONSOLE_BUILD = /node_modules\/lightningcss/;

interface Locked {
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

test('an installation from the lock file alone works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-lock-'));
  try {
    const manifests = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`);
    for (const file of ['package.json', 'package-lock.json', ...manifests]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(ROOT, file), join(folder, file));
    }
    const args = [
      'ci',
      '--dry-run',
      '--prefer-offline',
      '--ignore-scripts',
      '--no-audit',
      '--loglevel=error',
    ];
    await promisify(execFile)('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('every dependency has a licence that may be shipped', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const refused = Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .filter(([path, { license = STATED_ELSEWHERE[path] ?? 'none', dev, devOptional }]) => {
      const buildOnly = dev === true || devOptional === true || CONSOLE_BUILD.test(path);
      return !SHIPPED.test(license) && !(buildOnly && BUILD_ONLY.test(license));
    })
    .map(([path, { license }]) => `${path}: ${license}`);
  expect(refused).toEqual([]);
});
