import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../server.ts';
import { createFakeHermes } from '../testing/fake-hermes.ts';
import { startFake } from '../testing/start-fake.ts';
import { isLoopback } from './loopback.ts';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

async function writeTokens(text?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-tokens-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'tokens.yaml');
  const entry = (token: string, subject: string, role: string): string =>
    `  - { sha256: ${hashOf(token)}, subject: ${subject}, tenant: acme, role: ${role} }\n`;
  await writeFile(
    file,
    text ?? `tokens:\n${entry('t-olga', 'olga', 'operator')}${entry('t-ute', 'ute', 'user')}`,
  );
  return file;
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('with a token file every request needs a known token, on loopback too', async () => {
  const { ask } = await startFake({ tokensFile: await writeTokens() });
  expect((await ask('/agents')).status).toBe(401);
  expect((await ask('/agents', bearer('t-nobody'))).status).toBe(401);
  expect((await ask('/agents', { headers: { authorization: 'Basic t-ute' } })).status).toBe(401);
  expect((await ask('/agents', bearer('t-ute'))).status).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
});

test('operator pages are for operators, the reference time too', async () => {
  const { ask } = await startFake({ tokensFile: await writeTokens() });
  for (const path of ['/traces', '/traces/x', '/attention', '/metrics', '/mailbox', '/artifacts/report']) {
    expect((await ask(path, bearer('t-ute'))).status).toBe(403);
  }
  expect((await ask('/traces', bearer('t-olga'))).status).toBe(200);
  await ask('/sessions', { body: { agent: 'echo' }, ...bearer('t-ute') });
  const turn = { turn_id: 'a', text: 'x', at: '2026-01-01T00:00:00Z' };
  expect((await ask('/sessions/session-1/turns', { body: turn, ...bearer('t-ute') })).status).toBe(403);
});

test('the user comes from the token and from nowhere else', async () => {
  const { ask } = await startFake({ tokensFile: await writeTokens() });
  await ask('/sessions', { body: { agent: 'echo' }, ...bearer('t-ute') });
  expect((await ask('/sessions/session-1', bearer('t-ute'))).status).toBe(200);
  expect((await ask('/sessions/session-1', bearer('t-olga'))).status).toBe(404);
  const posing = { headers: { authorization: 'Bearer t-olga', 'x-hermes-user': 'ute' } };
  expect((await ask('/sessions/session-1', posing)).status).toBe(403);
});

test('off loopback a server without tokens does not start', async () => {
  const hermes = createFakeHermes();
  await expect(startServer({ hermes, host: '0.0.0.0', port: 0 })).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    hint: expect.stringContaining('HERMES_TOKENS'),
  });
  const server = await startServer({ hermes, host: '0.0.0.0', port: 0, tokensFile: await writeTokens() });
  await server.stop(0);
});

test('a wrong token file names the place', async () => {
  const tokensFile = await writeTokens(
    'tokens:\n  - sha256: abc\n    subject: x\n    tenant: y\n    role: user\n',
  );
  await expect(startServer({ hermes: createFakeHermes(), port: 0, tokensFile })).rejects.toMatchObject({
    code: 'DOCUMENT_INVALID',
    where: expect.stringMatching(/tokens\.yaml:2:\d+$/),
  });
});

test.each(['%', '%00', '', 'x'.repeat(129)])('the user %j is refused', async (user) => {
  const { ask } = await startFake();
  expect((await ask('/agents', { headers: { 'x-hermes-user': user } })).status).toBe(400);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.evil.example', false],
  ['192.168.0.4', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
