import { provesCommand, verifies } from '@hermes-agent/testkit';
import { afterAll, expect, test } from 'vitest';
import { hermes, makeDataDir } from '../testing/hermes-process.ts';

const { dataDir, remove } = makeDataDir();
afterAll(remove);

const LIMIT_MS = 120_000;
const run = (...command: string[]) => hermes(dataDir, [...command, '--json']);

test('a rule is shown, overridden, taken back, and each change is on record', {
  timeout: LIMIT_MS,
}, async () => {
  verifies('M8');
  provesCommand('npx hermes policy get CONTRACT_VIOLATION --tool create_return');
  provesCommand('npx hermes policy set CONTRACT_VIOLATION LOG_ONLY --tool create_return --severity warning');
  provesCommand('npx hermes policy unset CONTRACT_VIOLATION --tool create_return');
  const about = ['CONTRACT_VIOLATION', '--tool', 'create_return'];
  const get = () => run('policy', 'get', ...about);
  expect((await get()).lines).toMatchObject([
    { from: 'agent', agent: 'after-sales', rule: { action: 'RETRY_WITH_FALLBACK' } },
  ]);

  const set = ['policy', 'set', 'CONTRACT_VIOLATION', 'LOG_ONLY', '--tool', 'create_return'];
  expect((await run(...set, '--severity', 'warning')).lines).toMatchObject([
    { before: null, after: { action: 'LOG_ONLY', severity: 'warning' } },
  ]);
  expect((await get()).lines).toMatchObject([{ from: 'override', rule: { action: 'LOG_ONLY' } }]);

  expect((await run('policy', 'unset', ...about)).lines).toMatchObject([
    { before: { action: 'LOG_ONLY' }, after: null },
  ]);
  expect(await run('policy', 'unset', ...about)).toMatchObject({ status: 66 });
  const { lines } = await run('policy', 'log');
  expect(lines).toMatchObject([{ after: null }, { before: null, what: 'policy' }]);
  const { stdout } = await hermes(dataDir, ['policy', 'list']);
  expect(stdout).toMatch(/create_return +CONTRACT_VIOLATION +RETRY_WITH_FALLBACK → find_return 1\.0\.0/);
});

test('a fallback is checked against the contracts before it holds', { timeout: LIMIT_MS }, async () => {
  const set = (fallback: object) =>
    run(
      ...['policy', 'set', 'CONTRACT_VIOLATION', 'RETRY_WITH_FALLBACK', '--tool', 'create_return'],
      ...['--fallback', JSON.stringify(fallback)],
    );
  expect(await set({ tool: 'create_exchange', version: '^1', input: {} })).toMatchObject({
    status: 64,
    lines: [{ error: { code: 'INVALID_ARGUMENT' } }],
  });
  const good = { tool: 'find_return', version: '^1', input: { key: { $idempotency_key: 'self' } } };
  expect((await set(good)).lines).toMatchObject([{ after: { fallback: { version: '1.0.0' } } }]);
});

test('a version is frozen and thawed by hand', { timeout: LIMIT_MS }, async () => {
  const freeze = ['tool', 'freeze', 'create_return', '1.0.0', '--reason', 'answers null'];
  expect((await run(...freeze)).lines).toMatchObject([{ frozen: true, changed: true }]);
  expect((await run('tool', 'frozen')).lines).toMatchObject([
    { tool: 'create_return', code: 'answers null' },
  ]);
  expect((await run('tool', 'thaw', 'create_return', '1.0.0')).lines).toMatchObject([
    { frozen: false, changed: true },
  ]);
  expect((await hermes(dataDir, ['tool', 'frozen'])).stdout).toBe('There is none.\n');
});

test('dead letters are listed; one that is not there is said not to be', { timeout: LIMIT_MS }, async () => {
  provesCommand('npx hermes dead-letter show LETTER_ID');
  provesCommand('npx hermes dead-letter replay LETTER_ID');
  provesCommand('npx hermes dead-letter discard LETTER_ID');
  expect((await hermes(dataDir, ['dead-letter', 'list'])).stdout).toBe('There are no dead letters.\n');
  for (const command of ['show', 'replay', 'discard']) {
    expect(await run('dead-letter', command, 'm-0000000000000000')).toMatchObject({
      status: 66,
      lines: [{ error: { code: 'NOT_FOUND' } }],
    });
  }
});
