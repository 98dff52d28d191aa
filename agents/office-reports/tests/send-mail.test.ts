import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { ToolError } from '@hermes-agent/tools/function';
import { SMTPServer } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMailbox } from '../demo/mailbox/mailbox.ts';
import sendMail from '../tools/send_mail/index.ts';
import { readServer } from '../tools/send_mail/server.ts';
import { fakeCall, temporaryFolder } from './fake-call.ts';

const MAIL = {
  to: 'li.private@office.example',
  recipient: '李总监',
  subject: 'Q3 2026 销售报告',
  body: '李总监，您好：\n附件是 Q3 2026 销售报告。\n',
};

/** An SMTP server that answers as told, to see what the tool makes of it. `null` breaks the connection. */
async function startScripted(replies: Readonly<Record<string, string | null>>): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    let inData = false;
    const say = (event: string, usual: string): void => {
      const reply = Object.hasOwn(replies, event) ? replies[event] : usual;
      if (reply === null) socket.destroy();
      else if (reply !== undefined) socket.write(`${reply}\r\n`);
    };
    say('connect', '220 test');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (inData) {
        if (!text.endsWith('\r\n.\r\n')) return;
        inData = false;
        return say('message', '250 kept');
      }
      const verb = text.split(/[\s:]/)[0]!.toUpperCase();
      if (verb === 'DATA') {
        inData = (replies.DATA ?? '354').startsWith('354');
        say('DATA', '354 go on');
      } else say(verb, '250 ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?from=reports%40office.example`;
}

async function failureOf(smtp: string, signal?: AbortSignal): Promise<ToolError> {
  const call = fakeCall({ servers: { smtp }, ...(signal === undefined ? {} : { signal }) });
  const thrown = await Promise.resolve(sendMail(MAIL, call)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ToolError);
  return thrown as ToolError;
}

test('a mail with its attachment arrives, under the Message-ID and key of its step', async () => {
  const mailbox = await startMailbox({
    dataDir: await temporaryFolder(),
    now: Date.now,
    smtpPort: 0,
    httpPort: 0,
  });
  onTestFinished(() => mailbox.stop());
  const call = fakeCall({ servers: { smtp: mailbox.smtpUrl } });
  const bytes = Buffer.from('%PDF-1.7 pretended');
  const report = await call.artifacts.write('销售报告_Q3 2026.pdf', 'application/pdf', bytes);
  const output = await sendMail({ ...MAIL, attachments: [report] }, call);
  expect(output).toEqual({ message_id: '<0191a3f2-0000-8000-8000-000000000001.2@office.example>' });
  const letter = await (await fetch(`${mailbox.httpUrl}/messages/1`)).json();
  expect(letter).toMatchObject({
    from: { address: 'reports@office.example' },
    to: [{ name: MAIL.recipient, address: MAIL.to }],
    subject: MAIL.subject,
    text: MAIL.body,
    message_id: output.message_id,
    idempotency_key: call.idempotencyKey,
    attachments: [{ name: '销售报告_Q3 2026.pdf', bytes: bytes.length }],
  });
  const sent = await fetch(`${mailbox.httpUrl}/sent?key=${encodeURIComponent(call.idempotencyKey)}`);
  expect(await sent.json()).toMatchObject({ found: true, count: 1, message_id: output.message_id });
});

describe('what cannot have arrived may be tried again', () => {
  test('nobody listens', async () => {
    const smtp = 'smtp://127.0.0.1:1?from=a@b.example';
    expect(await failureOf(smtp)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', effect: 'none' });
  });

  test.each<Record<string, string | null>>([
    { connect: '421 busy' },
    { connect: null },
    { EHLO: null },
    { MAIL: '451 later' },
    { RCPT: '450 <li.private@office.example> later' },
    { RCPT: null },
    { DATA: '421 closing' },
    { DATA: null },
    { message: '451 disk full' },
  ])('%o', async (replies) => {
    const failure = await failureOf(await startScripted(replies));
    expect(failure).toMatchObject({ code: 'SERVICE_UNAVAILABLE', effect: 'none' });
    expect(failure.message).not.toContain('li.private');
  });
});

test.each<Record<string, string>>([
  { connect: '554 no' },
  { MAIL: '550 not from you' },
  { RCPT: '550 <li.private@office.example> unknown' },
  { DATA: '554 no' },
  { message: '552 too large' },
])('%o is for good', async (replies) => {
  const failure = await failureOf(await startScripted(replies));
  expect(failure).toMatchObject({ code: 'MAIL_REJECTED', effect: 'none' });
  expect(failure.message).not.toContain('li.private');
});

describe('what may have arrived is said to be unknown', () => {
  test('the connection breaks instead of the last answer', async () => {
    const failure = await failureOf(await startScripted({ message: null }));
    expect(failure).toMatchObject({ code: 'CONNECTION_LOST', effect: 'maybe' });
  });

  test('the call is ended while the last answer is awaited', async () => {
    const smtp = await startScripted({ message: undefined as unknown as string });
    const started = performance.now();
    const failure = await failureOf(smtp, AbortSignal.timeout(300));
    expect(failure).toMatchObject({ code: 'CONNECTION_LOST', effect: 'maybe' });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

test('a call ended before the message began has sent nothing', async () => {
  const smtp = await startScripted({ MAIL: undefined as unknown as string });
  expect(await failureOf(smtp, AbortSignal.timeout(300))).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    effect: 'none',
  });
});

describe('the address of a mail server', () => {
  test('says host, port, log-in, sender and how it is protected', () => {
    expect(readServer('smtp://me%40corp.example:p%2Fw@mail.corp.example')).toEqual({
      host: 'mail.corp.example',
      port: 587,
      secure: false,
      requireTls: true,
      login: { user: 'me@corp.example', pass: 'p/w' },
      from: 'me@corp.example',
    });
    expect(readServer('smtps://mail.corp.example?from=a@corp.example')).toMatchObject({
      port: 465,
      secure: true,
      requireTls: false,
      login: null,
    });
    expect(readServer('smtp://[::1]:2525?from=a@b.example')).toMatchObject({
      host: '::1',
      requireTls: false,
    });
  });

  test.each(['smtp://mail.corp.example', 'smtp://user:pass@mail', 'http://mail?from=a@b.example', 'mail'])(
    '%s is none, or names no sender',
    async (address) => {
      expect(readServer(address)).toBeNull();
      expect(await failureOf(address)).toMatchObject({ code: 'NOT_CONFIGURED', effect: 'none' });
    },
  );
});

test('a server that wants a log-in gets it; a wrong password is for good', async () => {
  const letters: string[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      username === 'me@office.example' && password === 'p@ss'
        ? callback(null, { user: username })
        : callback(Object.assign(new Error('no'), { responseCode: 535 })),
    onData(stream, { envelope }, callback) {
      letters.push(envelope.mailFrom === false ? '' : envelope.mailFrom.address);
      stream.resume().on('end', () => callback());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.server.address() as AddressInfo;
  await sendMail(
    MAIL,
    fakeCall({ servers: { smtp: `smtp://me%40office.example:p%40ss@127.0.0.1:${port}` } }),
  );
  expect(letters).toEqual(['me@office.example']);
  const failure = await failureOf(`smtp://me%40office.example:wrong@127.0.0.1:${port}`);
  expect(failure).toMatchObject({ code: 'MAIL_REJECTED', effect: 'none' });
  expect(failure.message).not.toMatch(/wrong|me@/);
});

test('off the own machine nothing is said without TLS', async () => {
  // A server that offers no STARTTLS: the tool must not fall back to plain text.
  const smtp = await startScripted({});
  const server = readServer(smtp)!;
  const { deliver } = await import('../tools/send_mail/deliver.ts');
  const delivery = { from: server.from, to: MAIL.to, message: Buffer.from('Subject: x\r\n\r\nx') };
  await expect(
    deliver({ ...server, requireTls: true }, delivery, new AbortController().signal),
  ).rejects.toMatchObject({ effect: 'none' });
});
