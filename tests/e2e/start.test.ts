import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { provesCommand } from '@hermes-agent/testkit';
import { freePort } from '@hermes-agent/testkit/services';
import { afterAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..', '..');
const data = mkdtempSync(join(tmpdir(), 'hermes-start-'));
let npm: ChildProcess | undefined;

afterAll(() => {
  if (npm?.pid !== undefined && npm.exitCode === null && npm.signalCode === null)
    process.kill(-npm.pid, 'SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

test('npm start prints one address and three sentences to try, and Ctrl-C leaves nothing running', async () => {
  provesCommand('npm start');
  const port = await freePort();
  npm = spawn('npm', ['start', '--', '--port', String(port)], {
    cwd: ROOT,
    env: { ...process.env, HERMES_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  for await (const chunk of npm.stdout!) {
    said += String(chunk);
    if (said.includes('Ctrl-C')) break;
  }
  const url = `http://127.0.0.1:${port}`;
  expect(said.match(/http:\/\/\S+/g)).toEqual([url]);
  expect(said).toContain('帮我把Q3的销售报告发给李总监');
  expect(
    said.split('\n').filter((line) => /^\s+(office-reports|after-sales)\s{2,}\S/.test(line)),
  ).toHaveLength(3);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  // A terminal's Ctrl-C reaches the whole group, npm itself included.
  process.kill(-npm.pid!, 'SIGINT');
  await once(npm, 'exit');
  expect(() => process.kill(-npm!.pid!, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }));
  await expect(fetch(url)).rejects.toThrow();
});
