import type { AttentionItem } from '@hermes-agent/runtime';
import { z } from 'zod';
import { named } from './registry.ts';

export const attentionListSchema = named(
  'AttentionList',
  z.array(
    z.object({
      request_id: z.string(),
      step: z.string(),
      tool: z.string(),
      reason: z.string(),
      since_ms: z.number(),
    }),
  ),
);

export const encodeAttention = (item: AttentionItem): z.infer<typeof attentionListSchema>[number] => ({
  request_id: item.requestId,
  step: item.step,
  tool: item.tool,
  reason: item.reason,
  since_ms: item.sinceMs,
});
