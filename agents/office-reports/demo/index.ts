import { mkdir } from 'node:fs/promises';
import { startMailbox } from './mailbox/mailbox.ts';
import { ensureSalesFile } from './sales-file.ts';

const shopDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Starts the mail server with its mailbox and makes the sales file; what they keep lies in `dataDir`. */
export async function startDemo(options: {
  readonly dataDir: string;
  readonly now: () => number;
  readonly ports?: { readonly smtp?: number; readonly mailbox?: number };
}) {
  const { dataDir, now, ports = {} } = options;
  await mkdir(dataDir, { recursive: true });
  const salesFile = await ensureSalesFile(dataDir, shopDay.format(now()));
  const mailbox = await startMailbox({
    dataDir,
    now,
    smtpPort: ports.smtp ?? 0,
    httpPort: ports.mailbox ?? 0,
  });
  return {
    servers: { smtp: mailbox.smtpUrl, mailbox: mailbox.httpUrl },
    settings: { sales_csv: salesFile },
    secrets: {},
    mailbox: mailbox.httpUrl,
    stop: () => mailbox.stop(),
  };
}
