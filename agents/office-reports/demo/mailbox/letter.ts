import PostalMime, { type Address, type Email } from 'postal-mime';

interface Person {
  readonly name: string;
  readonly address: string;
}

interface AttachmentInfo {
  /** Its place in the letter, from 0. */
  readonly index: number;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
}

/** What a list of letters shows. */
export interface LetterInfo {
  readonly from: Person | null;
  readonly to: readonly Person[];
  readonly subject: string;
  /** When it was written, as its sender says. */
  readonly date: string | null;
  readonly message_id: string | null;
  /** Its header `X-Idempotency-Key`. */
  readonly idempotency_key: string | null;
  readonly attachments: readonly AttachmentInfo[];
}

export interface Letter extends LetterInfo {
  /** The plain text; of a letter that has only HTML, the HTML without its tags. */
  readonly text: string;
}

/** Reads a letter as it came over SMTP. */
export async function readLetter(raw: Uint8Array): Promise<Letter> {
  const email = await PostalMime.parse(raw);
  return {
    from: people(email.from === undefined ? [] : [email.from])[0] ?? null,
    to: people(email.to ?? []),
    subject: email.subject ?? '',
    date: email.date ?? null,
    message_id: email.messageId ?? null,
    idempotency_key: email.headers.find(({ key }) => key === 'x-idempotency-key')?.value ?? null,
    attachments: email.attachments.map((attachment, index) => ({
      index,
      name: attachment.filename ?? `attachment-${index + 1}`,
      media_type: attachment.mimeType,
      bytes: contentOf(attachment).length,
    })),
    text: email.text ?? withoutTags(email.html ?? ''),
  };
}

/** The bytes of one attachment, or null when the letter has no such one. */
export async function readAttachment(
  raw: Uint8Array,
  index: number,
): Promise<{ readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array } | null> {
  const attachment = (await PostalMime.parse(raw)).attachments[index];
  if (attachment === undefined) return null;
  return {
    name: attachment.filename ?? `attachment-${index + 1}`,
    mediaType: attachment.mimeType,
    bytes: contentOf(attachment),
  };
}

function contentOf({ content }: Email['attachments'][number]): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

const people = (addresses: readonly Address[]): Person[] =>
  addresses.flatMap((entry) => entry.group ?? [entry]).map(({ name, address }) => ({ name, address }));

const withoutTags = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
