import { isJsonObject } from '@hermes-agent/core';
import type { SessionEvent } from '@hermes-agent/runtime';
import { z } from 'zod';
import { named } from './registry.ts';
import { decodeReply, encodeReply, replySchema } from './reply.ts';
import { encodeReading, readingSchema } from './session.ts';

export const replyEventSchema = named(
  'ReplyEvent',
  replySchema.extend({
    push: z.boolean().meta({ description: 'True when no turn was waiting for these words.' }),
  }),
);

export type WireReplyEvent = z.infer<typeof replyEventSchema>;

/** One event in the form of the HTML standard, section 9.2 (server-sent events). */
export function encodeEvent(event: SessionEvent): string {
  const data =
    event.type === 'reply' ? { ...encodeReply(event.reply), push: event.push } : encodeReading(event.reading);
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The reverse, from a parsed block of the stream; null for what this client does not know. */
export function decodeEvent(block: { id: string; event: string; data: string }): SessionEvent | null {
  const id = Number(block.id);
  const data: unknown = JSON.parse(block.data);
  if (!Number.isSafeInteger(id) || !isJsonObject(data)) return null;
  if (block.event === 'reply') {
    const { push, ...reply } = replyEventSchema.parse(data);
    return { type: 'reply', id, reply: decodeReply(reply), push };
  }
  if (block.event === 'reading') return { type: 'reading', id, reading: readingSchema.parse(data) };
  return null;
}
