import type { AttentionItem } from '@hermes-agent/runtime';
import { z } from 'zod';
import { named } from './registry.ts';

const attentionSchema = z.object({
  request_id: z.string(),
  step: z.string(),
  tool: z.string(),
  reason: z.string(),
  at: z.string().meta({ format: 'date-time', description: 'Since when.' }),
});

export type WireAttention = z.infer<typeof attentionSchema>;

export const attentionListSchema = named('AttentionList', z.object({ items: z.array(attentionSchema) }));

export const encodeAttention = (item: AttentionItem): WireAttention => ({
  request_id: item.requestId,
  step: item.step,
  tool: item.tool,
  reason: item.reason,
  at: new Date(item.sinceMs).toISOString(),
});
