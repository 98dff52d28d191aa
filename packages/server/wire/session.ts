import type { Reading, SessionView } from '@hermes-agent/runtime';
import { z } from 'zod';
import { jsonObjectSchema, named } from './registry.ts';
import { encodeReply, localeSchema, replySchema } from './reply.ts';

export const openSessionSchema = named(
  'OpenSession',
  z.strictObject({
    agent: z.string().min(1).max(128),
    locale: localeSchema.exactOptional().meta({ description: "The agent's own when left out." }),
  }),
);

export const openedSessionSchema = named(
  'OpenedSession',
  z.object({
    session_id: z.string(),
    agent: z.string(),
    locale: localeSchema,
    replies: z.array(replySchema),
  }),
);

export type WireOpenedSession = z.infer<typeof openedSessionSchema>;

export const readingFields = {
  state: z.string().meta({ description: '`idle`, `awaiting_<slot>`, `confirm_details`, `execute` …' }),
  intent: z.string().nullable(),
  confidence: z.number(),
  excluded: z
    .array(z.object({ intent: z.string(), confidence: z.number() }))
    .meta({ description: 'Near intents that were considered and left out.' }),
  slots: jsonObjectSchema,
};

export const readingSchema = named('Reading', z.object(readingFields));
export type WireReading = z.infer<typeof readingSchema>;

/** A reading has no member whose name differs on the wire. */
export const encodeReading = (reading: Reading): WireReading => ({
  state: reading.state,
  intent: reading.intent,
  confidence: reading.confidence,
  excluded: reading.excluded.map(({ intent, confidence }) => ({ intent, confidence })),
  slots: reading.slots,
});

export const transcriptLineSchema = named(
  'TranscriptLine',
  z.object({
    id: z.int(),
    from: z.enum(['user', 'agent']),
    text: z.string(),
    at: z.string().meta({ format: 'date-time' }),
    request_id: z.string().exactOptional(),
  }),
);

export const sessionSchema = named(
  'Session',
  z.object({
    session_id: z.string(),
    agent: z.string(),
    locale: localeSchema,
    ...readingFields,
    transcript: z.array(transcriptLineSchema),
  }),
);

export type WireSession = z.infer<typeof sessionSchema>;

export const encodeSession = (session: SessionView): WireSession => ({
  session_id: session.sessionId,
  agent: session.agent,
  locale: session.locale,
  ...encodeReading(session),
  transcript: session.transcript.map((line) => ({
    id: line.id,
    from: line.from,
    text: line.text,
    at: new Date(line.at).toISOString(),
    ...(line.requestId === undefined ? {} : { request_id: line.requestId }),
  })),
});

export const encodeOpened = (
  agent: string,
  opened: Awaited<ReturnType<import('@hermes-agent/runtime').Hermes['openSession']>>,
): WireOpenedSession => ({
  session_id: opened.sessionId,
  agent,
  locale: opened.locale,
  replies: opened.replies.map(encodeReply),
});
