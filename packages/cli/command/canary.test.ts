import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provesCommand, verifies } from '@hermes-agent/testkit';
import { afterAll, expect, test } from 'vitest';
import { hermes, makeDataDir } from '../testing/hermes-process.ts';

const { dataDir, remove } = makeDataDir();
afterAll(remove);

const AFTER_SALES = join(import.meta.dirname, '..', '..', '..', 'agents', 'after-sales');
const LIMIT_MS = 120_000;

test('a canary is started, watched, promoted and rolled back', { timeout: LIMIT_MS }, async () => {
  verifies('M7');
  provesCommand('npx hermes canary start AGENT_NAME TOOL_NAME --percent 5 --auto');
  provesCommand('npx hermes canary promote TOOL_NAME --percent 25');
  provesCommand('npx hermes canary rollback TOOL_NAME --reason "a complaint"');
  const agent = join(dataDir, 'after-sales');
  cpSync(AFTER_SALES, agent, { recursive: true });
  const contract = readFileSync(join(agent, 'contracts', 'get_order.yaml'), 'utf8');
  writeFileSync(join(agent, 'contracts', 'next.yaml'), contract.replace('version: 1.0.0', 'version: 1.1.0'));
  const canary = (...argv: string[]) => hermes(dataDir, ['canary', ...argv, '--agents', agent, '--json']);

  expect((await canary('start', 'after-sales', 'get_order', '--percent', '5', '--auto')).lines).toMatchObject(
    [
      {
        tool: 'get_order',
        stable: { version: '1.0.0' },
        candidate: { version: '1.1.0' },
        phase: 'running',
        weight: 500,
        automatic: true,
        finding: 'too_few_stable',
      },
    ],
  );
  expect(await canary('start', 'after-sales', 'get_order')).toMatchObject({
    status: 65,
    lines: [{ error: { code: 'CONFLICT' } }],
  });
  expect((await canary('promote', 'get_order', '--percent', '25')).lines).toMatchObject([{ weight: 2_500 }]);
  expect((await canary('rollback', 'get_order', '--reason', 'a complaint')).lines).toMatchObject([
    { phase: 'rolled_back', weight: 0, reason: 'a complaint' },
  ]);
  const { stdout } = await hermes(dataDir, ['canary', 'status', '--agents', agent]);
  expect(stdout).toContain('get_order 1.0.0 → 1.1.0  rolled_back  0 %  a complaint, by');
});

test('without two versions of one major there is nothing to compare', { timeout: LIMIT_MS }, async () => {
  const alone = ['canary', 'start', 'after-sales', 'get_logistics', '--json'];
  expect(await hermes(dataDir, alone)).toMatchObject({
    status: 66,
    lines: [{ error: { code: 'TOOL_UNKNOWN' } }],
  });
});
