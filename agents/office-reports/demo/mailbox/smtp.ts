import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

const MESSAGE_LIMIT = 30 * 1024 * 1024;

/** The reply codes of RFC 5321 that the mailbox gives. */
const TOO_LARGE = 552;
const NOT_KEPT = 451;

/**
 * An SMTP server on loopback, without log-in or TLS, for letters up to 30 MB. It answers 250 only after
 * `keep` has returned; when `keep` throws it asks the sender to try again later.
 */
export async function startSmtp(
  port: number,
  keep: (raw: Uint8Array) => Promise<string>,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = new SMTPServer({
    name: 'mailbox.localhost',
    banner: 'Hermes demo mailbox',
    size: MESSAGE_LIMIT,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: 100,
    socketTimeout: 30_000,
    closeTimeout: 500,
    onData(stream, _session, callback) {
      receive(stream, keep).then(
        (id) => callback(null, `Kept as ${id}`),
        (error: unknown) => callback(replyError(error)),
      );
    },
  });
  // A client that breaks off is its own affair; without a listener it would end the process.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

class TooLarge extends Error {}

async function receive(
  stream: SMTPServerDataStream,
  keep: (raw: Uint8Array) => Promise<string>,
): Promise<string> {
  let chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // What is too large is still read to its end, as the protocol wants, but not held.
    if (stream.byteLength > MESSAGE_LIMIT) chunks = [];
    else chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw new TooLarge();
  return keep(Buffer.concat(chunks));
}

function replyError(error: unknown): Error {
  const tooLarge = error instanceof TooLarge;
  const reply = new Error(
    tooLarge ? 'The letter is larger than 30 MB' : 'The letter could not be kept; try again',
  );
  return Object.assign(reply, { responseCode: tooLarge ? TOO_LARGE : NOT_KEPT });
}
