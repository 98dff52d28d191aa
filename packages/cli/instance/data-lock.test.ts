import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimData } from './claim-data.ts';
import { holdData } from './data-lock.ts';
import { findServer } from './find-server.ts';
import { readServerFile, writeServerFile } from './server-file.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const FILE = { command: 'dev', started_at: '', environment: {} } as const;

/** Another process that holds the folder until it is killed. */
async function holdElsewhere(folder: string) {
  const source = `
    const { holdData } = await import(${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)});
    const lock = await holdData(${JSON.stringify(folder)});
    process.stdout.write(lock === null ? 'refused' : 'held');
    setInterval(() => lock, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source]);
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  expect(String(answer)).toBe('held');
  return child;
}

test('a second process is told the pid of the first', async () => {
  const folder = await makeFolder();
  const child = await holdElsewhere(folder);
  onTestFinished(() => void child.kill('SIGKILL'));
  await writeServerFile(folder, { ...FILE, pid: child.pid!, url: 'http://127.0.0.1:7070', instance: 'i' });
  await expect(claimData(folder)).rejects.toMatchObject({
    code: 'SERVER_RUNNING',
    message: expect.stringContaining(`pid ${child.pid}`),
    where: 'http://127.0.0.1:7070',
  });
});

test('what a kill -9 leaves behind stops nobody', async () => {
  const folder = await makeFolder();
  const child = await holdElsewhere(folder);
  await writeServerFile(folder, { ...FILE, pid: child.pid!, url: 'http://127.0.0.1:1', instance: 'i' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await findServer(folder)).toBeNull();
  (await claimData(folder)).release();
});

test('one who waits gets the folder when it is free', async () => {
  const folder = await makeFolder();
  const first = await holdData(folder);
  const second = claimData(folder, 5_000);
  setTimeout(() => first!.release(), 100);
  (await second).release();
});

test('the file is for its owner alone', async () => {
  const folder = await makeFolder();
  await writeServerFile(folder, { ...FILE, pid: 1 });
  const { stat } = await import('node:fs/promises');
  expect((await stat(join(folder, 'server.json'))).mode & 0o077).toBe(0);
  expect(await readServerFile(folder)).toMatchObject({ pid: 1 });
  expect(await readServerFile(join(folder, 'none'))).toBeNull();
});
