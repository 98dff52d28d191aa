import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readAttachment, readLetter } from './letter.ts';
import type { LetterStore } from './store.ts';

const LIST_LIMIT = 200;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/**
 * Reads the mailbox over HTTP on loopback:
 * `GET /messages`, `/messages/:id`, `/messages/:id/attachments/:index`, `/sent?key=IDEMPOTENCY-KEY`.
 */
export async function startMailboxHttp(
  port: number,
  letters: LetterStore,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(request, letters)
      .catch(() => json(500, { error: { code: 'INTERNAL', message: 'The mailbox failed.' } }))
      .then(({ status, headers, bytes }) => {
        response.writeHead(status, {
          ...headers,
          'content-length': bytes.length,
          'x-content-type-options': 'nosniff',
        });
        response.end(bytes);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, letters: LetterStore): Promise<Answer> {
  // A page on the internet can make a name resolve to this address; it cannot make the browser call it so.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
    return json(403, { error: { code: 'FORBIDDEN', message: 'Ask for 127.0.0.1.' } });
  }
  const url = new URL(request.url ?? '/', 'http://mailbox');
  const [, collection, id, part, index] = url.pathname.split('/');
  if (request.method !== 'GET') return missing();
  if (url.pathname === '/messages') {
    return json(200, { messages: letters.list(LIST_LIMIT), total: letters.count() });
  }
  if (url.pathname === '/sent') return sent(letters, url.searchParams.get('key'));
  const found = collection === 'messages' && id !== undefined ? letters.get(id) : null;
  if (found === null) return missing();
  if (part === undefined) {
    const { text } = await readLetter(found.raw);
    return json(200, { ...found.kept, text });
  }
  const attachment =
    part === 'attachments' && /^[0-9]{1,3}$/.test(index ?? '')
      ? await readAttachment(found.raw, Number(index))
      : null;
  if (attachment === null) return missing();
  return {
    status: 200,
    headers: {
      'content-type': attachment.mediaType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
      'content-security-policy': 'sandbox',
    },
    bytes: attachment.bytes,
  };
}

/** `count` is there so that a mail sent twice shows. */
function sent(letters: LetterStore, key: string | null): Answer {
  if (key === null || key === '') {
    return json(422, { error: { code: 'VALIDATION_FAILED', message: 'The parameter key is missing.' } });
  }
  const found = letters.findByKey(key);
  const [first] = found;
  if (first === undefined) return json(200, { found: false, count: 0 });
  return json(200, {
    found: true,
    count: found.length,
    ...(first.message_id === null ? {} : { message_id: first.message_id }),
    at: first.received_at,
  });
}

const missing = (): Answer =>
  json(404, { error: { code: 'NOT_FOUND', message: 'There is nothing at this path.' } });

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  bytes: Buffer.from(JSON.stringify(body)),
});
