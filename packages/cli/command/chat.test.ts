import { provesCommand } from '@hermes-agent/testkit';
import { afterAll, expect, test } from 'vitest';
import { hermes, makeDataDir } from '../testing/hermes-process.ts';

const { dataDir, remove } = makeDataDir();
afterAll(remove);

const LIMIT_MS = 90_000;

test('a script says its turns and reads what was understood, answered and sent', {
  timeout: LIMIT_MS,
}, async () => {
  const { status, lines } = await hermes(dataDir, [
    'chat',
    'after-sales',
    '--json',
    '--say',
    '我的订单还没发货，急',
    '--say',
    'ORD-87654321',
  ]);
  expect(status).toBe(0);
  const [asked, sent] = lines;
  expect(asked).toMatchObject({
    turn: 1,
    state: 'awaiting_order_id',
    intent: 'logistics_query',
    replies: [{ text: '请问您的订单号是多少？格式类似 ORD-12345678' }],
    emission: null,
    requestIds: [],
  });
  expect(asked!.excluded).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ intent: 'complaint' }),
      expect.objectContaining({ intent: 'urging' }),
    ]),
  );
  expect(sent).toMatchObject({
    turn: 2,
    intent: 'logistics_query',
    slots: { order_id: 'ORD-87654321', priority: 'high' },
    emission: { intent: 'logistics_query', order_id: 'ORD-87654321', priority: 'high' },
    requestIds: [expect.any(String)],
  });
  expect(JSON.stringify(sent!.replies)).toContain('logistics_found');

  const trace = await hermes(dataDir, ['trace', (sent!.requestIds as string[])[0]!]);
  expect(trace.stdout).toMatch(/^logistics_query of after-sales: succeeded in /);
  for (const layer of ['conversation', 'bus', 'tools']) expect(trace.stdout).toContain(`\n${layer} `);
  const found = await hermes(dataDir, ['trace', '--user', 'local', '--since', '1h', '--json']);
  expect(found.lines).toEqual([expect.objectContaining({ intent: 'logistics_query', status: 'succeeded' })]);
});

test('lines from a pipe are turns; empty, odd and endless ones are answered politely', {
  timeout: LIMIT_MS,
}, async () => {
  provesCommand('npx hermes chat office-reports');
  const input = ['', '🙂🙂🙂', '长'.repeat(34_000), '你好'].join('\n');
  const { status, lines } = await hermes(dataDir, ['chat', 'office-reports', '--json'], `${input}\n`);
  expect(status).toBe(0);
  expect(lines.map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
  for (const { replies } of lines) expect(replies).toHaveLength(1);
});

test('the reference time moves what "last month" means', { timeout: LIMIT_MS }, async () => {
  const say = '把上个月销售数据导出成PDF发给李总监';
  const at = ['--at', '2026-03-15T10:00:00+08:00'];
  const { lines } = await hermes(dataDir, ['chat', 'office-reports', '--json', ...at, '--say', say]);
  expect(lines[0]!.slots).toMatchObject({ period: { start: '2026-02-01', end: '2026-03-01' } });
});

test('an unknown agent is answered with the nearest and all there are', { timeout: LIMIT_MS }, async () => {
  const { status, stderr } = await hermes(dataDir, ['chat', 'ofice-reports', '--say', 'x']);
  expect(status).toBe(66);
  expect(stderr).toContain('Did you mean office-reports? There are: after-sales, office-reports.');
});
