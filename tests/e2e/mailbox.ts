import type { Hermes } from '@hermes-agent/runtime';

export interface Mail {
  readonly id: number;
  readonly to: readonly { readonly address: string }[] | string;
  readonly subject: string;
  readonly idempotency_key: string | null;
  readonly attachments: readonly { readonly name: string; readonly media_type: string }[];
}

/** All mails of the demo mailbox. */
export async function readMailbox(hermes: Hermes): Promise<readonly Mail[]> {
  const { messages } = (await (await get(hermes, '/messages')).json()) as { messages: Mail[] };
  return messages;
}

export async function readAttachment(hermes: Hermes, mail: Mail, index = 0): Promise<Uint8Array> {
  return new Uint8Array(await (await get(hermes, `/messages/${mail.id}/attachments/${index}`)).arrayBuffer());
}

async function get(hermes: Hermes, path: string): Promise<Response> {
  const answer = await fetch(`${hermes.mailboxUrl()}${path}`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`The mailbox answered ${answer.status}`);
  return answer;
}
