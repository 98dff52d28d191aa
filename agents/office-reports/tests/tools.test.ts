import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JsonObject, type JsonValue, systemClock } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { createFileArtifacts, createRegistry, loadContracts, type ToolOutcome } from '@hermes-agent/tools';
import { expect, onTestFinished, test } from 'vitest';
import { startDemo } from '../demo/index.ts';
import { temporaryFolder } from './fake-call.ts';

const agent = fileURLToPath(new URL('..', import.meta.url));
const contracts = await loadContracts(agent);

/** The agent's own tools in their sandbox, with its demo beside them. */
async function startTools(servers?: Readonly<Record<string, string>>) {
  const dataDir = await temporaryFolder();
  const demo = await startDemo({ dataDir, now: () => Date.parse('2026-12-01T02:00:00Z') });
  const registry = createRegistry({
    contracts,
    servers: { ...demo.servers, ...servers },
    settings: demo.settings,
    artifacts: createFileArtifacts({ folder: join(dataDir, 'artifacts'), clock: systemClock }),
    pool: { warmPerTool: 0 },
  });
  onTestFinished(async () => {
    await registry.close();
    await demo.stop();
  });
  const call = (
    tool: string,
    input: JsonValue,
    step = 'request/1',
    timeoutMs = 20_000,
  ): Promise<ToolOutcome> =>
    registry.call(
      {
        tool,
        version: '1.0.0',
        input,
        requestId: step,
        attempt: 1,
        idempotencyKey: step,
        timeoutMs,
        sessionId: 'session',
        subject: 'user',
        tenant: 'local',
      },
      new AbortController().signal,
    );
  return { demo, call };
}

const Q3 = { start: '2026-07-01', end: '2026-10-01' };
const MAIL = { to: 'li@office.example', recipient: '李总监', subject: 'Q3', body: '您好' };

test('summary, report, mail, and asking for the mail: each in its sandbox, by its contract', async () => {
  verifies('G3');
  const { demo, call } = await startTools();
  const summary = await call('summarize_sales', Q3);
  expect(summary).toMatchObject({ ok: true, output: { currency: 'CNY', data_to: '2026-11-30' } });

  const made = await call('generate_sales_report', { ...Q3, label: 'Q3 2026', locale: 'zh' });
  expect(made).toMatchObject({ ok: true, sandbox: { provider: 'process' } });
  if (!made.ok || !summary.ok) return;
  const { report, rows, total_cents } = made.output as JsonObject;
  expect({ rows, total_cents }).toEqual({
    rows: (summary.output as JsonObject).rows,
    total_cents: (summary.output as JsonObject).total_cents,
  });
  expect(made.executionTimeMs).toBeLessThan(6_000);
  // Of this, Node itself takes some 64 MB.
  expect(made.sandbox?.peakMemoryBytes).toBeLessThan(160 * 1024 * 1024);

  expect(await call('find_sent_mail', { key: 'request/2' })).toMatchObject({ output: { found: false } });
  const mailed = await call('send_mail', { ...MAIL, attachments: [report!] }, 'request/2');
  expect(mailed).toMatchObject({ ok: true, output: { message_id: '<request.2@office.example>' } });
  expect(await call('find_sent_mail', { key: 'request/2' })).toMatchObject({
    output: { found: true, message_id: '<request.2@office.example>' },
  });
  const attachment = await fetch(`${demo.mailbox}/messages/1/attachments/0`);
  const bytes = Buffer.from(await attachment.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.length).toBe((report as JsonObject).bytes);
});

test('an empty period, a mail server that is down', async () => {
  const { call } = await startTools({ smtp: 'smtp://127.0.0.1:1?from=a@b.example' });
  const period = { start: '2019-01-01', end: '2019-02-01', label: 'January 2019', locale: 'en' };
  expect(await call('generate_sales_report', period)).toMatchObject({
    ok: false,
    code: 'NO_SALES_ROWS',
    retryable: false,
  });
  expect(await call('send_mail', MAIL)).toMatchObject({
    ok: false,
    code: 'SERVICE_UNAVAILABLE',
    retryable: true,
    effect: 'none',
  });
});

test.each([
  ['a second address', { ...MAIL, to: 'li@office.example, all@office.example' }],
  ['a header in the subject', { ...MAIL, subject: 'Q3\r\nBcc: all@office.example' }],
])('%s never leaves', async (_what, input) => {
  const { demo, call } = await startTools();
  expect(await call('send_mail', input)).toMatchObject({
    ok: false,
    code: 'VALIDATION_FAILED',
    effect: 'none',
  });
  expect(await (await fetch(`${demo.mailbox}/messages`)).json()).toMatchObject({ total: 0 });
});
