import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { verifies } from '@hermes-agent/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packPackages } from '../scripts/pack.ts';
import { readCodeBlocks } from './documents/code-blocks.ts';

const ROOT = resolve(import.meta.dirname, '..');
const LAYERS = ['conversation', 'tools', 'bus', 'memory'];
const SCOPE = '@hermes-agent/';
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** A package and all of ours that it depends on. */
function withDependencies(name: string): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const ours = Object.keys(manifest.dependencies ?? {}).filter((dependency) => dependency.startsWith(SCOPE));
  return [
    ...new Set([name, ...ours.flatMap((dependency) => withDependencies(dependency.slice(SCOPE.length)))]),
  ];
}

/** The example of a package's README, and what the README says that it prints. */
function readExample(name: string): { source: string; output: string | undefined } {
  const blocks = readCodeBlocks(readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8'));
  const index = blocks.findIndex(
    ({ language, text }) => language === 'ts' && text.startsWith('// example.ts\n'),
  );
  if (index === -1)
    throw new Error(`packages/${name}/README.md has no \`\`\`ts block that begins with // example.ts`);
  return {
    source: blocks[index]!.text,
    output: blocks.slice(index + 1).find(({ language }) => language === 'text')?.text,
  };
}

/** What a stranger's own compiler settings may be: none of this repository's. */
const COMPILER_OPTIONS = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules', '@types')],
};

describe('packed and installed into an empty folder', () => {
  let folder: string;
  let tarballs: Map<string, string>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hermes-alone-'));
    const names = new Set(['core', 'store', ...LAYERS].flatMap(withDependencies));
    tarballs = packPackages([...names], join(folder, 'tarballs'));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['core', 'store', ...LAYERS])('%s runs the example of its README', async (name) => {
    verifies('G1');
    const { source, output } = readExample(name);
    const home = join(folder, name);
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    writeFileSync(join(home, 'example.ts'), source);
    writeFileSync(
      join(home, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['example.ts'] }),
    );
    const packages = withDependencies(name).map((dependency) => tarballs.get(dependency)!);
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    await run(home, 'npm', ['install', ...quiet, ...packages]);
    await run(home, process.execPath, [TSC, '-p', 'tsconfig.json']);
    const printed = await run(home, process.execPath, ['example.ts']);
    expect(printed.trim()).not.toBe('');
    if (output !== undefined) expect(printed.trimEnd()).toBe(output.trimEnd());
  });
});

test('a source package refuses to be packed in place', async () => {
  const packing = run(join(ROOT, 'packages', 'core'), 'npm', ['pack', '--dry-run']);
  await expect(packing).rejects.toThrow(/npm run pack:packages/);
});

/** Runs a program to its end; a failure says what the program said. */
async function run(cwd: string, program: string, args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd, timeout: 110_000 })).stdout;
  } catch (thrown) {
    const { stdout, stderr } = thrown as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
  }
}
