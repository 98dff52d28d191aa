import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const BINARY = new URL('./hermes.mjs', import.meta.url).pathname;

/** A Node below 24 on the PATH, such as the one that a newcomer's machine has. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((file) => {
    const { stdout } = spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    return Number(stdout?.split('.')[0]) < 24;
  });
const withOldNode = test.skipIf(oldNode === undefined);

/** The launcher in a folder of its own, with a `main.ts` that does as it is told. */
async function install(main: string, node?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-launcher-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'bin'));
  await copyFile(BINARY, join(folder, 'bin', 'hermes.mjs'));
  await writeFile(join(folder, 'main.ts'), main);
  if (node !== undefined) {
    await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true });
    await writeFile(join(folder, 'node_modules', '.bin', 'node'), `#!/bin/sh\nexec ${node} "$@"\n`, {
      mode: 0o755,
    });
  }
  return join(folder, 'bin', 'hermes.mjs');
}

withOldNode('an old Node hands over to the one brought along, with arguments and exit code', async () => {
  const binary = await install(
    `export const main = (argv: readonly string[]): void => {
      console.log(JSON.stringify({ argv, major: Number(process.versions.node.split('.')[0]) }));
      process.exit(7);
    };`,
    process.execPath,
  );
  const { status, stdout } = spawnSync(oldNode!, [binary, 'chat', '--say', '你 好'], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({
    argv: ['chat', '--say', '你 好'],
    major: expect.toSatisfy((major) => major >= 24),
  });
  expect(status).toBe(7);
});

withOldNode('a signal reaches the real process', async () => {
  const binary = await install(
    `export const main = (): void => {
      process.on('SIGTERM', () => process.exit(9));
      setInterval(() => {}, 1_000);
      console.log('up');
    };`,
    process.execPath,
  );
  const child = spawn(oldNode!, [binary]);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(9);
});

withOldNode('without a newer Node it says what to do', async () => {
  const binary = await install('');
  const { status, stderr } = spawnSync(oldNode!, [binary], { encoding: 'utf8' });
  expect(status).toBe(69);
  expect(stderr).toMatch(/^NODE_TOO_OLD: .*\n.*npm install/);
});

test('what is built is preferred, as a packed package needs', async () => {
  const binary = await install('export const main = (): void => console.log("source");');
  await writeFile(join(binary, '..', '..', 'main.js'), 'export const main = () => console.log("built");');
  await writeFile(join(binary, '..', '..', 'package.json'), '{"type":"module"}');
  expect(spawnSync(process.execPath, [binary], { encoding: 'utf8' }).stdout).toBe('built\n');
});
