import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createOperatorClient } from '../client/operator-client.ts';
import { startFake } from '../testing/start-fake.ts';

const REQUEST = '0198c0de-0000-8000-8000-000000000001';

test('an operator settles what needs attention, and it is on record', async () => {
  const { server, ask } = await startFake();
  const client = createOperatorClient({ url: server.url });
  const [item] = await client.attention();
  expect(item).toMatchObject({ step: 'mail', idempotencyKey: `${REQUEST}/2`, sinceMs: 5 });
  expect(
    await client.settleAttention({
      requestId: REQUEST,
      step: 'mail',
      resolution: 'done',
      note: 'asked the provider',
    }),
  ).toMatchObject({ status: 'succeeded' });
  expect(await (await ask('/settlements')).json()).toMatchObject({
    settlements: [
      { by: 'local', request_id: REQUEST, step: 'mail', resolution: 'done', note: 'asked the provider' },
    ],
  });
});

test('what stands open nowhere is a conflict; a decision that is none is refused', async () => {
  const { ask } = await startFake();
  const settle = (body: object) => ask(`/attention/${REQUEST}/settle`, { body });
  expect((await settle({ step: 'report', resolution: 'done' })).status).toBe(409);
  expect((await settle({ step: 'mail', resolution: 'perhaps' })).status).toBe(400);
  expect((await settle({ step: 'mail', resolution: 'done', by: 'someone else' })).status).toBe(400);
});

test('compensations are listed, and settled many at once', async () => {
  const { server } = await startFake();
  const client = createOperatorClient({ url: server.url });
  const [pending] = await client.compensations({ status: 'pending', limit: 10 });
  expect(pending).toMatchObject({ stepId: `${REQUEST}/1`, amountClass: 'under_1000', atMs: 5 });
  const results = await client.settleCompensations({ stepIds: [`${REQUEST}/1`, 'r9/1'], resolution: 'done' });
  expect(results).toEqual([
    { stepId: `${REQUEST}/1`, code: null },
    { stepId: 'r9/1', code: 'NOT_FOUND' },
  ]);
  expect(await client.settleCompensations({ stepIds: 'all', resolution: 'done' })).toHaveLength(1);
});

test('a user may do none of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-tokens-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const tokensFile = join(folder, 'tokens.yaml');
  const sha256 = createHash('sha256').update('t'.repeat(32)).digest('hex');
  await writeFile(tokensFile, `tokens: [{sha256: ${sha256}, subject: ada, tenant: acme, role: user}]\n`);
  const { ask } = await startFake({ tokensFile });
  const headers = { authorization: `Bearer ${'t'.repeat(32)}` };
  for (const path of ['/attention', '/compensations', '/settlements']) {
    expect((await ask(path, { headers })).status).toBe(403);
  }
  const body = { step: 'mail', resolution: 'done' };
  expect((await ask(`/attention/${REQUEST}/settle`, { headers, body })).status).toBe(403);
});
