import type { TurnResult } from '@hermes-agent/runtime';
import { z } from 'zod';
import { jsonObjectSchema, named } from './registry.ts';
import { decodeReply, encodeReply, replySchema } from './reply.ts';
import { encodeReading, readingFields } from './session.ts';

export const turnSchema = named(
  'Turn',
  z.strictObject({
    turn_id: z
      .string()
      .min(1)
      .max(128)
      .meta({ description: "The client's own id; a repeated one gives the first answer again." }),
    text: z.string().refine((text) => text.isWellFormed(), 'must be well-formed Unicode'),
    at: z.iso
      .datetime({ offset: true })
      .exactOptional()
      .meta({ description: 'What "now" is for words like "last month". Operators only.' }),
  }),
);

export const turnResultSchema = named(
  'TurnResult',
  z.object({
    turn_id: z.string(),
    turn: z.int().meta({ description: "1 for the session's first turn." }),
    ...readingFields,
    replies: z.array(replySchema),
    emission: jsonObjectSchema.nullable().meta({ description: 'What went downstream, if anything did.' }),
    request_ids: z.array(z.string()),
    display_timeout_ms: z
      .number()
      .meta({ description: 'How long from now words about these requests may still be expected.' }),
  }),
);

export type WireTurnResult = z.infer<typeof turnResultSchema>;

export const encodeTurnResult = (result: TurnResult, displayTimeoutMs: number): WireTurnResult => ({
  turn_id: result.turnId,
  turn: result.turn,
  ...encodeReading(result),
  replies: result.replies.map(encodeReply),
  emission: result.emission,
  request_ids: [...result.requestIds],
  display_timeout_ms: displayTimeoutMs,
});

export const decodeTurnResult = (wire: WireTurnResult): TurnResult => ({
  turnId: wire.turn_id,
  turn: wire.turn,
  ...encodeReading(wire),
  replies: wire.replies.map(decodeReply),
  emission: wire.emission,
  requestIds: wire.request_ids,
});
