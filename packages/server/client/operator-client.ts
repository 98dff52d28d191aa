import type {
  AttentionItem,
  CompensationEntry,
  CompensationStatus,
  RequestStatus,
  SettledCompensation,
  SettlementInput,
} from '@hermes-agent/runtime';
import { attentionListSchema, decodeAttention, settledSchema } from '../wire/attention.ts';
import {
  compensationListSchema,
  decodeCompensation,
  settledCompensationsSchema,
} from '../wire/compensation.ts';
import { cancelledSchema } from '../wire/request.ts';
import { createHttp, type HttpOptions } from './http.ts';

type Decision = Pick<SettlementInput, 'resolution' | 'note'>;

/** What an operator's program needs of Hermes, wherever it runs. */
export interface OperatorClient {
  /** Stops what has not been done; the status is where the request stands then. Throws `EXECUTION_NOT_FOUND`. */
  cancel(requestId: string): Promise<{ readonly status: RequestStatus }>;
  attention(): Promise<readonly AttentionItem[]>;
  settleAttention(
    input: Decision & Pick<SettlementInput, 'requestId' | 'step' | 'output'>,
  ): Promise<{ readonly status: RequestStatus }>;
  compensations(query: {
    readonly status: CompensationStatus;
    readonly limit: number;
  }): Promise<readonly Omit<CompensationEntry, 'tenant'>[]>;
  settleCompensations(
    input: Decision & { readonly stepIds: readonly string[] | 'all' },
  ): Promise<readonly SettledCompensation[]>;
}

/** Talks to a running server with an operator's credential; errors as with `createClient`. */
export function createOperatorClient(options: HttpOptions): OperatorClient {
  const http = createHttp(options);
  return {
    async cancel(requestId) {
      const path = `/requests/${encodeURIComponent(requestId)}/cancel`;
      return cancelledSchema.parse(await http.json('POST', path));
    },
    async attention() {
      return attentionListSchema.parse(await http.json('GET', '/attention')).items.map(decodeAttention);
    },
    async settleAttention({ requestId, ...body }) {
      const path = `/attention/${encodeURIComponent(requestId)}/settle`;
      return settledSchema.parse(await http.json('POST', path, { body }));
    },
    async compensations({ status, limit }) {
      const answer = await http.json('GET', `/compensations?status=${status}&limit=${limit}`);
      return compensationListSchema.parse(answer).compensations.map(decodeCompensation);
    },
    async settleCompensations({ stepIds, ...decision }) {
      const body = { ...decision, step_ids: stepIds };
      const answer = await http.json('POST', '/compensations/settle', { body });
      return settledCompensationsSchema
        .parse(answer)
        .results.map(({ step_id, code }) => ({ stepId: step_id, code }));
    },
  };
}
