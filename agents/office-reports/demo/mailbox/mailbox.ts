import { join } from 'node:path';
import { startMailboxHttp } from './http.ts';
import { readLetter } from './letter.ts';
import { startSmtp } from './smtp.ts';
import { openLetters } from './store.ts';

/** Who the demo's mails come from. */
const SENDER = 'reports@office.example';

export interface Mailbox {
  /** `smtp://127.0.0.1:PORT?from=SENDER`. */
  readonly smtpUrl: string;
  readonly httpUrl: string;
  stop(): Promise<void>;
}

/**
 * The demo's mail server and mailbox: takes any letter by SMTP, keeps it in `dataDir/mailbox.sqlite` before it
 * says so, and shows it over HTTP. Port 0 is any free one.
 */
export async function startMailbox(options: {
  readonly dataDir: string;
  readonly now: () => number;
  readonly smtpPort: number;
  readonly httpPort: number;
}): Promise<Mailbox> {
  const letters = openLetters(join(options.dataDir, 'mailbox.sqlite'));
  const http = await startMailboxHttp(options.httpPort, letters);
  const smtp = await startSmtp(options.smtpPort, async (raw) =>
    letters.keep(await readLetter(raw), raw, options.now()),
  ).catch(async (error: unknown) => {
    await http.stop();
    throw error;
  });
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}?from=${encodeURIComponent(SENDER)}`,
    httpUrl: `http://127.0.0.1:${http.port}`,
    async stop() {
      await Promise.all([smtp.stop(), http.stop()]);
      letters.close();
    },
  };
}
