import type { OutboxReply } from '@hermes-agent/runtime';
import { z } from 'zod';
import { named } from './registry.ts';

export const localeSchema = z.enum(['zh', 'en']);

export const replySchema = named(
  'Reply',
  z.object({
    id: z.int().meta({ description: "Orders the reply in the session's outbox." }),
    key: z.string().meta({ description: 'The response template it was made from.' }),
    text: z.string(),
    locale: localeSchema,
    options: z.array(z.string()).exactOptional().meta({ description: 'Answers worth offering as buttons.' }),
    request_id: z.string().exactOptional().meta({ description: 'The request these words are about.' }),
  }),
);

export type WireReply = z.infer<typeof replySchema>;

export const encodeReply = (reply: OutboxReply): WireReply => ({
  id: reply.id,
  key: reply.key,
  text: reply.text,
  locale: reply.locale,
  ...(reply.options === undefined ? {} : { options: [...reply.options] }),
  ...(reply.requestId === undefined ? {} : { request_id: reply.requestId }),
});

export const decodeReply = (wire: WireReply): OutboxReply => ({
  id: wire.id,
  key: wire.key,
  text: wire.text,
  locale: wire.locale,
  ...(wire.options === undefined ? {} : { options: wire.options }),
  ...(wire.request_id === undefined ? {} : { requestId: wire.request_id }),
});
