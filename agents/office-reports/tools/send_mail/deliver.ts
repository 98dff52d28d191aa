import { Readable } from 'node:stream';
import { ToolError } from '@hermes-agent/tools/function';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from './server.ts';

/** Waits for one answer of the server, in milliseconds. The call's own deadline ends them all. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 10_000;

interface Delivery {
  readonly from: string;
  readonly to: string;
  readonly message: Buffer;
}

/**
 * Hands one mail to a server. Returns when the server has taken responsibility for it (250 after the message,
 * RFC 5321 section 6.1).
 *
 * Throws `SERVICE_UNAVAILABLE` when it certainly was not taken and may be later, `MAIL_REJECTED` when it will
 * not be, and `CONNECTION_LOST` when the line broke after the message had begun, so that nobody here can know.
 */
export async function deliver(server: MailServer, delivery: Delivery, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const connection = new SmtpConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTls,
    ignoreTLS: !server.secure && !server.requireTls,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
  // Each step listens for itself; an error between two of them has nobody else to go to.
  connection.on('error', () => {});
  // Set by the first byte the server has asked for: from then on it may have the mail.
  let begun = false;
  const message = Readable.from(
    (function* () {
      begun = true;
      yield delivery.message;
    })(),
  );
  const abort = (): void => connection.close();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await step(connection, (done) => connection.connect(done));
    const { login } = server;
    if (login !== null) await step(connection, (done) => connection.login({ credentials: login }, done));
    const envelope = { from: delivery.from, to: [delivery.to], size: delivery.message.length };
    await step(connection, (done) => connection.send(envelope, message, done));
    connection.quit();
  } catch (error) {
    connection.close();
    throw failure(error as SmtpFailure, begun);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

type Done = (error?: Error | null) => void;

/** One step of the conversation; a connection that breaks meanwhile ends it too. */
function step(connection: SmtpConnection, run: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => reject(error);
    const onEnd = (): void => reject(new Error('The connection was closed'));
    connection.once('error', onError);
    connection.once('end', onEnd);
    run((error) => {
      connection.off('error', onError);
      connection.off('end', onEnd);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** What nodemailer says of a failure: the server's reply code, when the server answered at all. */
interface SmtpFailure {
  readonly responseCode?: number;
  readonly code?: string;
}

/** Only codes go into the message: a server's own words tend to repeat the address. */
function failure({ responseCode, code }: SmtpFailure, begun: boolean): ToolError {
  if (responseCode !== undefined && responseCode >= 500) {
    return new ToolError('MAIL_REJECTED', `The mail server refused the mail (${responseCode})`, {
      effect: 'none',
    });
  }
  if (responseCode !== undefined && responseCode >= 400) {
    return new ToolError('SERVICE_UNAVAILABLE', `The mail server asks to try later (${responseCode})`, {
      effect: 'none',
    });
  }
  if (begun) {
    return new ToolError('CONNECTION_LOST', 'The connection broke after the mail had begun', {
      effect: 'maybe',
    });
  }
  return new ToolError('SERVICE_UNAVAILABLE', `The mail server cannot be reached (${code ?? 'closed'})`, {
    effect: 'none',
  });
}
