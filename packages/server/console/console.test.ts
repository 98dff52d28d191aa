import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';

async function startConsole() {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-console-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const consoleDir = join(folder, 'build');
  await mkdir(join(consoleDir, 'assets'), { recursive: true });
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>Hermes</title>');
  await writeFile(join(consoleDir, 'assets', 'index-abc123.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'hidden words');
  return startFake({ consoleDir });
}

test('the page is asked for again each time, its hashed files never', async () => {
  const { ask } = await startConsole();
  const page = await ask('/');
  expect(await page.text()).toContain('<title>Hermes');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  const again = await ask('/', { headers: { 'if-none-match': page.headers.get('etag')! } });
  expect(again.status).toBe(304);

  const script = await ask('/assets/index-abc123.js');
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect((await ask('/', { method: 'HEAD' })).headers.get('content-length')).toBe('36');
});

test('a person gets the page for any path, a program gets the error', async () => {
  const { ask } = await startConsole();
  expect(await (await ask('/chat/echo', { headers: { accept: 'text/html' } })).text()).toContain('<title>');
  const missing = await ask('/chat/echo');
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({
    error: { code: 'NOT_FOUND', words: { zh: expect.any(String) } },
  });
});

test('nothing outside its folder is served', async () => {
  const { server } = await startConsole();
  const raw = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      request({ port: server.port, host: '127.0.0.1', path }, async (answer) => {
        resolve(Buffer.concat(await answer.toArray()).toString());
      })
        .on('error', reject)
        .end();
    });
  for (const path of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00',
  ]) {
    expect(await raw(path)).not.toContain('hidden words');
  }
});
