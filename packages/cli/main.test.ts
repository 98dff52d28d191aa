import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const BINARY = new URL('./bin/hermes.mjs', import.meta.url).pathname;

const hermes = (...argv: string[]) => spawnSync(process.execPath, [BINARY, ...argv], { encoding: 'utf8' });

test('--help lists the commands, --version says which', () => {
  const { status, stdout } = hermes('--help');
  expect(status).toBe(0);
  for (const command of ['dev', 'chat', 'trace', 'worker', 'doctor']) expect(stdout).toContain(command);
  expect(hermes('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [['chta'], 'Did you mean chat?'],
  [['chat', 'x', '--sya', 'y'], 'Did you mean --say?'],
  [['chat'], "missing required argument 'agent'"],
  [['chat', 'x', '--at', 'soon'], '2026-01-15T09:00:00+08:00'],
  [['dev', '--port', '70700'], '0 to 65535'],
  [['trace', '--limit', '0'], '1 to 500'],
])('%j is refused with what was meant', (argv, words) => {
  const { status, stderr } = hermes(...argv);
  expect(status).toBe(64);
  expect(stderr).toContain(words);
});

test('without agents it says where it looked and what to do', () => {
  const { status, stdout } = hermes(
    'chat',
    'x',
    '--json',
    '--agents',
    '/nowhere',
    '--data',
    '/tmp/hermes-none',
  );
  expect(status).toBe(65);
  expect(JSON.parse(stdout)).toMatchObject({
    event: 'error',
    error: { code: 'AGENT_INVALID', where: '/nowhere', hint: expect.stringContaining('--agents') },
  });
});
