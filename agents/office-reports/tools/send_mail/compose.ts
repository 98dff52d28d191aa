import MailComposer from 'nodemailer/lib/mail-composer';

export interface MailInput {
  readonly to: string;
  readonly recipient?: string;
  readonly subject: string;
  readonly body: string;
}

/** The same key gives the same Message-ID, so that a mailbox can be asked whether the mail arrived. */
export function messageIdOf(idempotencyKey: string, from: string): string {
  const unique = idempotencyKey.replace(/[^A-Za-z0-9-]/g, '.');
  return `<${unique}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

/** The mail as it goes over the wire (RFC 5322). */
export function composeMail(
  { to, recipient, subject, body }: MailInput,
  attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[],
  envelope: { readonly from: string; readonly messageId: string; readonly idempotencyKey: string },
): Promise<Buffer> {
  const mail = new MailComposer({
    from: envelope.from,
    to: { name: recipient ?? '', address: to },
    subject,
    text: body,
    messageId: envelope.messageId,
    headers: { 'X-Idempotency-Key': envelope.idempotencyKey },
    attachments: [...attachments],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}
