import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';

async function startMailbox(): Promise<string> {
  const server = createServer((request, response) => {
    const answers: Record<string, [string, string]> = {
      '/mails': ['application/json', '[{"id":"m1","subject":"报告"}]'],
      '/mails/m1': ['application/json', '{"id":"m1"}'],
      '/mails/m1/attachments/0': ['text/html', '<script>1</script>'],
    };
    const [type, body] = answers[request.url!] ?? [];
    response.writeHead(type === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the demo mailbox is read through the server', async () => {
  const { ask, hermes } = await startFake();
  hermes.setMailbox(await startMailbox());
  expect(await (await ask('/mailbox')).json()).toEqual([{ id: 'm1', subject: '报告' }]);
  expect(await (await ask('/mailbox/m1')).json()).toEqual({ id: 'm1' });
  expect((await ask('/mailbox/m2')).status).toBe(404);
  expect((await ask('/mailbox/..%2fsent')).status).toBe(404);
  const attachment = await ask('/mailbox/m1/attachments/0');
  expect(await attachment.text()).toContain('script');
  expect(attachment.headers.get('content-disposition')).toMatch(/^attachment;/);
});

test('without a mailbox, or with a dead one, it says so', async () => {
  const { ask, hermes } = await startFake();
  expect((await ask('/mailbox')).status).toBe(404);
  hermes.setMailbox('http://127.0.0.1:1');
  expect((await ask('/mailbox')).status).toBe(503);
});
