import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { provesCommand } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';

const LIMIT_MS = 600_000;

test('the bus is measured beside its peers, and the last line can be read by a program', {
  timeout: LIMIT_MS,
}, async () => {
  provesCommand('npm run bench -- bus --json');
  const { stdout } = await promisify(execFile)('npm', ['run', 'bench', '--', 'bus', '--json', '--quick'], {
    cwd: resolve(import.meta.dirname, '..'),
    timeout: LIMIT_MS,
    shell: process.platform === 'win32',
  });
  const last = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as {
    rows: { engine: string; inFlight: number; requestsPerSecond: number; p50Ms: number }[];
    timers: unknown[];
  };
  expect(last).toHaveProperty('ratioBestDurablePeer64');
  expect(last).toHaveProperty('ratioP50At1');
  expect(last.rows).toContainEqual(expect.objectContaining({ engine: 'hermes, SQLite', inFlight: 64 }));
  for (const { requestsPerSecond, p50Ms } of last.rows) {
    expect(requestsPerSecond).toBeGreaterThan(0);
    expect(p50Ms).toBeGreaterThan(0);
  }
});
