import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';

const LETTER = {
  id: 'm1',
  from: { name: '赫尔墨斯', address: 'agent@demo.test' },
  to: [{ name: '', address: 'li@demo.test' }],
  subject: '报告',
  received_at: '2026-01-15T01:00:00.000Z',
  date: null,
  message_id: null,
  idempotency_key: 'r/2',
  attachments: [{ index: 0, name: '页.html', media_type: 'text/html', bytes: 18 }],
};
const HEAD = {
  id: 'm1',
  from: '赫尔墨斯 <agent@demo.test>',
  to: 'li@demo.test',
  subject: '报告',
  at: '2026-01-15T01:00:00.000Z',
  idempotency_key: 'r/2',
};

async function startMailbox(): Promise<string> {
  const answers: Record<string, string> = {
    '/messages': JSON.stringify({ messages: [LETTER], total: 1 }),
    '/messages/m1': JSON.stringify({ ...LETTER, text: '您好' }),
    '/messages/m1/attachments/0': '<script>1</script>',
  };
  const server = createServer((request, response) => {
    const body = answers[request.url!];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the demo mailbox is read through the server', async () => {
  const { ask, hermes } = await startFake();
  hermes.setMailbox(await startMailbox());
  expect(await (await ask('/mailbox')).json()).toEqual({ messages: [{ ...HEAD, attachments: 1 }] });
  expect(await (await ask('/mailbox/m1')).json()).toEqual({
    ...HEAD,
    text: '您好',
    attachments: [{ name: '页.html', media_type: 'text/html', bytes: 18 }],
  });
  expect((await ask('/mailbox/m2')).status).toBe(404);
  expect((await ask('/mailbox/..%2fsent')).status).toBe(404);
  const attachment = await ask('/mailbox/m1/attachments/0');
  expect(await attachment.text()).toContain('script');
  expect(attachment.headers.get('content-disposition')).toMatch(/^attachment;.*%E9%A1%B5\.html$/);
  expect((await ask('/mailbox/m1/attachments/1')).status).toBe(404);
});

test('without a mailbox, or with a dead one, it says so', async () => {
  const { ask, hermes } = await startFake();
  expect((await ask('/mailbox')).status).toBe(404);
  hermes.setMailbox('http://127.0.0.1:1');
  expect((await ask('/mailbox')).status).toBe(503);
});
