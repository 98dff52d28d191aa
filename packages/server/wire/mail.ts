import { z } from 'zod';
import { named } from './registry.ts';

/** A letter in the words of the demo mailbox. */
const letterSchema = z.object({
  id: z.string(),
  from: z.object({ name: z.string(), address: z.string() }).nullable(),
  to: z.array(z.object({ name: z.string(), address: z.string() })),
  subject: z.string(),
  received_at: z.string(),
  idempotency_key: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), media_type: z.string(), bytes: z.number() })),
  text: z.string().exactOptional(),
});
const letterListSchema = z.object({ messages: z.array(letterSchema) });

const headFields = {
  id: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  at: z.string().meta({ format: 'date-time' }),
  idempotency_key: z
    .string()
    .nullable()
    .meta({ description: 'The step that sent it. One key on two mails is one mail too many.' }),
};

export const mailListSchema = named(
  'MailList',
  z.object({ messages: z.array(z.object({ ...headFields, attachments: z.int() })) }),
);

export const mailSchema = named(
  'Mail',
  z.object({
    ...headFields,
    text: z.string(),
    attachments: z.array(z.object({ name: z.string(), media_type: z.string(), bytes: z.int() })),
  }),
);

export type WireMailList = z.infer<typeof mailListSchema>;
export type WireMail = z.infer<typeof mailSchema>;
type Letter = z.infer<typeof letterSchema>;

const headOf = (letter: Letter) => ({
  id: letter.id,
  from: letter.from === null ? '' : personOf(letter.from),
  to: letter.to.map(personOf).join(', '),
  subject: letter.subject,
  at: letter.received_at,
  idempotency_key: letter.idempotency_key,
});

const personOf = ({ name, address }: { name: string; address: string }): string =>
  name === '' ? address : `${name} <${address}>`;

/** Throws a `ZodError` when the mailbox answers in another form. */
export const readMailList = (answer: unknown): WireMailList => ({
  messages: letterListSchema.parse(answer).messages.map((letter) => ({
    ...headOf(letter),
    attachments: letter.attachments.length,
  })),
});

export function readMail(answer: unknown): WireMail {
  const letter = letterSchema.parse(answer);
  return { ...headOf(letter), text: letter.text ?? '', attachments: letter.attachments };
}
