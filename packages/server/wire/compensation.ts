import type { CompensationEntry, SettledCompensation } from '@hermes-agent/runtime';
import { z } from 'zod';
import { decisionFields } from './attention.ts';
import { named } from './registry.ts';

export const compensationStatusSchema = z.enum(['pending', 'done', 'settled']);

const compensationSchema = z.object({
  step_id: z.string(),
  request_id: z.string(),
  step: z.string(),
  tool: z.string(),
  domain: z.string(),
  subject: z.string().meta({ description: 'A pseudonym.' }),
  amount_class: z.enum(['none', 'under_100', 'under_1000', 'under_10000', 'from_10000']),
  status: compensationStatusSchema,
  code: z.string().nullable(),
  at: z.string().meta({ format: 'date-time' }),
});

export type WireCompensation = z.infer<typeof compensationSchema>;

export const compensationListSchema = named(
  'CompensationList',
  z.object({ compensations: z.array(compensationSchema) }),
);

export const encodeCompensation = (entry: CompensationEntry): WireCompensation => ({
  step_id: entry.stepId,
  request_id: entry.requestId,
  step: entry.step,
  tool: entry.tool,
  domain: entry.domain,
  subject: entry.subject,
  amount_class: entry.amountClass,
  status: entry.status,
  code: entry.code,
  at: new Date(entry.atMs).toISOString(),
});

export const decodeCompensation = (wire: WireCompensation): Omit<CompensationEntry, 'tenant'> => ({
  stepId: wire.step_id,
  requestId: wire.request_id,
  step: wire.step,
  tool: wire.tool,
  domain: wire.domain,
  subject: wire.subject,
  amountClass: wire.amount_class,
  status: wire.status,
  code: wire.code,
  atMs: Date.parse(wire.at),
});

export const compensationSettlementSchema = named(
  'CompensationSettlement',
  z.strictObject({
    step_ids: z
      .union([z.literal('all'), z.array(z.string().min(1).max(160)).min(1).max(1_000)])
      .meta({ description: 'Which, or `all` that are pending: at most 1,000 at once.' }),
    ...decisionFields,
  }),
);

export const settledCompensationsSchema = named(
  'SettledCompensations',
  z.object({
    results: z.array(
      z.object({
        step_id: z.string(),
        code: z.string().nullable().meta({ description: 'Null for one that is settled.' }),
      }),
    ),
  }),
);

export const encodeSettledCompensation = ({ stepId, code }: SettledCompensation) => ({
  step_id: stepId,
  code,
});
