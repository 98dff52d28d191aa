import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Mailbox, startMailbox } from '../demo/mailbox/mailbox.ts';
import { temporaryFolder } from './fake-call.ts';

async function start(dataDir?: string): Promise<Mailbox> {
  const mailbox = await startMailbox({
    dataDir: dataDir ?? (await temporaryFolder()),
    now: () => Date.parse('2026-12-01T02:00:00Z'),
    smtpPort: 0,
    httpPort: 0,
  });
  onTestFinished(() => mailbox.stop());
  return mailbox;
}

const get = async (mailbox: Mailbox, path: string) => {
  const response = await fetch(mailbox.httpUrl + path);
  return { status: response.status, body: await response.json() };
};

const send = (mailbox: Mailbox, more: object = {}) =>
  createTransport(mailbox.smtpUrl.replace(/\?.*/, '')).sendMail({
    from: 'reports@office.example',
    to: { name: '李总监', address: 'li@office.example' },
    subject: 'Q3 销售报告',
    text: '您好',
    headers: { 'X-Idempotency-Key': 'request/2' },
    ...more,
  });

describe('a letter', () => {
  test('is listed, read, and gives its attachment back byte for byte', async () => {
    const mailbox = await start();
    const content = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256));
    const { messageId } = await send(mailbox, {
      attachments: [{ filename: '销售报告.pdf', contentType: 'application/pdf', content }],
    });
    const { body: list } = await get(mailbox, '/messages');
    expect(list).toEqual({
      total: 1,
      messages: [
        {
          id: '1',
          received_at: '2026-12-01T02:00:00.000Z',
          from: { name: '', address: 'reports@office.example' },
          to: [{ name: '李总监', address: 'li@office.example' }],
          subject: 'Q3 销售报告',
          date: expect.any(String),
          message_id: messageId,
          idempotency_key: 'request/2',
          attachments: [{ index: 0, name: '销售报告.pdf', media_type: 'application/pdf', bytes: 5_000 }],
        },
      ],
    });
    expect((await get(mailbox, '/messages/1')).body).toMatchObject({ text: '您好' });
    const attachment = await fetch(`${mailbox.httpUrl}/messages/1/attachments/0`);
    expect(attachment.headers.get('content-type')).toBe('application/pdf');
    expect(attachment.headers.get('content-disposition')).toContain(encodeURIComponent('销售报告.pdf'));
    expect(Buffer.from(await attachment.arrayBuffer()).equals(content)).toBe(true);
  });

  test('with HTML alone is shown as text: nothing of a stranger runs in the console', async () => {
    const mailbox = await start();
    const html = '<style>p{}</style><p>Hello <b>you</b></p><script>alert(1)</script>';
    await send(mailbox, { text: undefined, html });
    const { body } = await get(mailbox, '/messages/1');
    expect(body.text).toBe('Hello you');
    expect(JSON.stringify(body)).not.toContain('alert');
  });

  test('sent twice is there twice, and asking for its key says so', async () => {
    const mailbox = await start();
    expect((await get(mailbox, '/sent?key=request/2')).body).toEqual({ found: false, count: 0 });
    await send(mailbox, { messageId: '<a@office.example>' });
    await send(mailbox, { messageId: '<a@office.example>' });
    await send(mailbox, { headers: { 'X-Idempotency-Key': 'request/3' } });
    expect((await get(mailbox, '/sent?key=request%2F2')).body).toEqual({
      found: true,
      count: 2,
      message_id: '<a@office.example>',
      at: '2026-12-01T02:00:00.000Z',
    });
  });

  test('larger than 30 MB is refused', async () => {
    const mailbox = await start();
    const attachments = [{ filename: 'a', content: Buffer.alloc(24 * 1024 * 1024) }];
    await expect(send(mailbox, { attachments })).rejects.toMatchObject({ responseCode: 552 });
    expect((await get(mailbox, '/messages')).body.total).toBe(0);
  });
});

test('what is not there is not there; only this machine is answered', async () => {
  const mailbox = await start();
  await send(mailbox);
  for (const path of ['/', '/messages/2', '/messages/x', '/messages/1/attachments/0', '/messages/1/other']) {
    expect((await get(mailbox, path)).status, path).toBe(404);
  }
  expect((await get(mailbox, '/sent')).status).toBe(422);
  const port = Number(new URL(mailbox.httpUrl).port);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /messages HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 403/);
});

describe('durability', () => {
  test('letters survive a restart', async () => {
    const dataDir = await temporaryFolder();
    const before = await start(dataDir);
    await send(before);
    await before.stop();
    const after = await start(dataDir);
    await send(after);
    const { body } = await get(after, '/messages');
    expect(body.messages.map(({ id }: { id: string }) => id)).toEqual(['2', '1']);
  });

  test('what was answered with 250 survives kill -9; what was cut off is never there', async () => {
    const dataDir = await temporaryFolder();
    const script = `
      const { startDemo } = await import(${JSON.stringify(new URL('../demo/index.ts', import.meta.url).href)});
      const demo = await startDemo({ dataDir: ${JSON.stringify(dataDir)}, now: Date.now });
      console.log(demo.servers.smtp);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const address = new URL(printed.toString().trim());
    const kept = createTransport({ host: address.hostname, port: Number(address.port) });
    await kept.sendMail({ from: 'a@b.example', to: 'c@d.example', subject: 'whole', text: 'x' });
    // Half a letter: DATA has begun and never ends.
    const socket = connect(Number(address.port), address.hostname);
    socket.on('error', () => {});
    for (const line of ['EHLO test', 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@d.example>', 'DATA']) {
      await once(socket, 'data');
      socket.write(`${line}\r\n`);
    }
    await once(socket, 'data');
    socket.write('Subject: half\r\n\r\nThis never');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { body } = await get(await start(dataDir), '/messages');
    expect(body.messages.map(({ subject }: { subject: string }) => subject)).toEqual(['whole']);
  });
});
