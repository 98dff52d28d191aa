import type { AttentionItem, SettlementRecord } from '@hermes-agent/runtime';
import { z } from 'zod';
import { jsonValueSchema, named } from './registry.ts';
import { statusSchema } from './trace.ts';

const instant = z.string().meta({ format: 'date-time' });

const attentionSchema = z.object({
  request_id: z.string(),
  step: z.string(),
  idempotency_key: z.string().meta({ description: 'Under which the other side knows the step.' }),
  tool: z.string(),
  reason: z.string(),
  code: z.string(),
  at: instant.meta({ description: 'Since when.' }),
});

export type WireAttention = z.infer<typeof attentionSchema>;

export const attentionListSchema = named('AttentionList', z.object({ items: z.array(attentionSchema) }));

export const encodeAttention = (item: AttentionItem): WireAttention => ({
  request_id: item.requestId,
  step: item.step,
  idempotency_key: item.idempotencyKey,
  tool: item.tool,
  reason: item.reason,
  code: item.code,
  at: new Date(item.sinceMs).toISOString(),
});

export const decodeAttention = (wire: WireAttention): AttentionItem => ({
  requestId: wire.request_id,
  step: wire.step,
  idempotencyKey: wire.idempotency_key,
  tool: wire.tool,
  reason: wire.reason,
  code: wire.code,
  sinceMs: Date.parse(wire.at),
});

export const decisionFields = {
  resolution: z.enum(['done', 'not_done']).meta({
    description:
      '`done`: the step did take effect, or its undoing was made by hand; `not_done`: it did not, or the undoing is to be tried again.',
  }),
  note: z.string().max(500).exactOptional().meta({ description: 'Why, for the record.' }),
};

export const settlementSchema = named(
  'Settlement',
  z.strictObject({
    step: z.string().min(1).max(64),
    ...decisionFields,
    output: jsonValueSchema
      .exactOptional()
      .meta({ description: 'What a step of unknown outcome gave back, for a `done` whose words need it.' }),
  }),
);

export const settledSchema = named(
  'Settled',
  z.object({ request_id: z.string(), step: z.string(), status: statusSchema }),
);

const settlementRecordSchema = z.object({
  at: instant,
  by: z.string(),
  request_id: z.string(),
  step: z.string(),
  resolution: decisionFields.resolution,
  result: z.string().meta({ description: '`asked`, `settled`, or the code it was refused with.' }),
  note: z.string(),
});

export const settlementListSchema = named(
  'SettlementList',
  z.object({ settlements: z.array(settlementRecordSchema) }),
);

export const encodeSettlement = (record: SettlementRecord): z.infer<typeof settlementRecordSchema> => ({
  at: new Date(record.atMs).toISOString(),
  by: record.by,
  request_id: record.requestId,
  step: record.step,
  resolution: record.resolution,
  result: record.result,
  note: record.note,
});
