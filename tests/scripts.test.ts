import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { provesCommand } from '@hermes-agent/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command line at the root as a shell would, without what this run of Vitest set. */
async function run(command: string, env: NodeJS.ProcessEnv = {}): Promise<{ status: number; said: string }> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|TEST$|npm_)/.test(name),
  );
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(inherited),
      PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`,
      ...env,
    },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, 'close')) as [number];
  return { status, said: (await said).join('') };
}

const lastLine = (said: string): string | undefined => said.trimEnd().split('\n').at(-1);

describe('npm test', () => {
  test('runs what is selected and sums up in its last line', async () => {
    provesCommand('npm test', 'npm test -- packages/bus');
    // Not through npm: its `pretest` may install anew, under the feet of the tests that are running.
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    expect(manifest.scripts).toMatchObject({
      pretest: 'node scripts/install.mjs',
      test: 'node scripts/test.ts',
    });
    const { status, said } = await run('node scripts/test.ts packages/store/turnstile.test.ts 2>&1');
    expect(lastLine(said), said).toBe('1 passed, 0 failed, 0 skipped');
    expect(status).toBe(0);
  });

  test('counts what failed and what was left out, and fails', async () => {
    const tests =
      "test('a', () => {}); test('b', () => { throw new Error('b'); }); test.skip('c', () => {});";
    writeFileSync(join(folder, 'a.test.ts'), tests);
    const { status, said } = await run(`node scripts/test.ts --globals --root ${folder} 2>&1`);
    expect(lastLine(said), said).toBe('1 passed, 1 failed, 1 skipped');
    expect(status).toBe(1);
  });

  test('does not overlook a file that cannot be loaded', async () => {
    writeFileSync(join(folder, 'a.test.ts'), "test('a', () => {});");
    writeFileSync(join(folder, 'b.test.ts'), "import './nowhere.ts';");
    const { status, said } = await run(`node scripts/test.ts --globals --root ${folder} 2>&1`);
    expect(lastLine(said), said).toBe('1 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });
});

describe('npm run pack:packages', () => {
  test('leaves tarballs in the folder and the sources as they were', async () => {
    provesCommand('npm run pack:packages -- --out /tmp/tarballs core store');
    const before = readdirSync(join(ROOT, 'packages', 'store')).sort();
    const { status, said } = await run(`npm run --silent pack:packages -- --out ${folder} core store`);
    expect(status, said).toBe(0);
    expect(
      said
        .trim()
        .split('\n')
        .map((file) => existsSync(file)),
    ).toEqual([true, true]);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(readdirSync(join(ROOT, 'packages', 'store')).sort()).toEqual(before);
  });

  test('names the packages there are when asked for another', async () => {
    const { status, said } = await run(`node scripts/pack.ts --out ${folder} nonsense`);
    expect(status).toBe(64);
    expect(said).toMatch(/No such package: nonsense\. There are: .*core/);
  });
});

describe('scripts/install.mjs', () => {
  /** A copy of the script in a small project of its own, with a `node` and an `npm` that only say what they are. */
  const project = (nodeVersion: string, npmStatus = 0): { command: string; env: NodeJS.ProcessEnv } => {
    for (const part of ['scripts', 'bin', 'node_modules/.bin'])
      mkdirSync(join(folder, part), { recursive: true });
    const program = (name: string, script: string): void =>
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    program('node', `echo v${nodeVersion}`);
    program('npm', `echo "$@" >> ${join(folder, 'npm-calls')}; exit ${npmStatus}`);
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    const script = join(folder, 'scripts', 'install.mjs');
    return {
      command: `cp scripts/install.mjs ${script} && ${process.execPath} ${script}`,
      env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
    };
  };
  const npmCalls = async (): Promise<string> => (await run(`cat ${join(folder, 'npm-calls')}`)).said.trim();

  test('installs once, and again when the lock file changes', async () => {
    const { command, env } = project('24.0.0');
    const first = await run(command, env);
    expect(first).toMatchObject({ status: 0, said: expect.stringContaining('about a minute') });
    expect(await run(command, env)).toEqual({ status: 0, said: '' });
    expect(await npmCalls()).toMatch(/^ci --include=dev [^\n]*$/);
    writeFileSync(join(folder, 'package-lock.json'), '{"changed":true}');
    expect((await run(command, env)).status).toBe(0);
    expect((await npmCalls()).split('\n')).toHaveLength(2);
  });

  test('leaves alone what `npm install` has already brought', async () => {
    const { command, env } = project('24.0.0');
    const one = { version: '1.0.0', integrity: 'sha512-one' };
    const elsewhere = { version: '1.0.0', integrity: 'sha512-two', os: ['darwin'] };
    const write = (file: string, packages: object): void =>
      writeFileSync(join(folder, file), JSON.stringify({ packages }));
    write('package-lock.json', { '': {}, 'node_modules/one': one, 'node_modules/elsewhere': elsewhere });
    write('node_modules/.package-lock.json', { 'node_modules/one': one });
    expect(await run(command, env)).toEqual({ status: 0, said: '' });
    write('package-lock.json', { '': {}, 'node_modules/one': { ...one, version: '1.0.1' } });
    expect((await run(command, env)).said).toContain('about a minute');
  });

  test('tries again after an installation that failed', async () => {
    const { command, env } = project('24.0.0', 1);
    const failed = await run(command, env);
    expect(failed).toMatchObject({ status: 69, said: expect.stringContaining('Run the same command') });
    expect((await run(command, env)).status).toBe(69);
    expect((await npmCalls()).split('\n')).toHaveLength(2);
  });

  test('says what to do where there is no Node that runs the sources', async () => {
    const { command, env } = project('22.1.0');
    const { status, said } = await run(command, env);
    expect(status).toBe(69);
    expect(said).toMatch(/runs on Node 24 or newer.*\n.*https:\/\/nodejs\.org/);
  });
});
