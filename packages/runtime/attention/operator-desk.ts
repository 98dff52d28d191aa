import type { Bus, ExecutionView } from '@hermes-agent/bus';
import { asHermesError, type Clock, HermesError } from '@hermes-agent/core';
import type { Memory } from '@hermes-agent/memory';
import type { Store } from '@hermes-agent/store';
import type { Hermes, Identity, SettledCompensation, SettlementInput } from '../api.ts';
import { brokenPromises, movePromise } from '../promise/promise-row.ts';
import { rootIdOf } from '../request/request-row.ts';
import { listSettlements, recordSettlement } from './settlement-log.ts';

export interface OperatorDeskDependencies {
  readonly store: Store;
  readonly bus: Bus;
  readonly memory: Memory;
  readonly clock: Clock;
}

export type OperatorDesk = Pick<
  Hermes,
  'attention' | 'settleAttention' | 'compensations' | 'settleCompensations' | 'settlements'
>;

/** One batch; what is left is settled by the next. */
const BATCH_LIMIT = 1_000;
const NOTE_LIMIT = 500;
/** Where a broken promise stands in the list: it is about the request as a whole. */
const PROMISE_STEP = '(promise)';
const LIST_LIMIT = 500;

/** Where people see and decide what no machine can. Each decision is put on record before it is carried out. */
export function createOperatorDesk({ store, bus, memory, clock }: OperatorDeskDependencies): OperatorDesk {
  const settle = async (input: SettlementInput): Promise<ExecutionView> => {
    const { identity, step, resolution, output, note = '' } = input;
    checkOperator(identity);
    checkNote(note);
    const requestId = rootIdOf(input.requestId);
    const found = await bus.executions.get(requestId);
    if (found === null || found.tenant !== identity.tenant) throw notFound();
    const ofPromise = step === PROMISE_STEP;
    const record = (result: string): Promise<void> =>
      recordSettlement(store, identity.tenant, {
        atMs: clock.now(),
        by: identity.subject,
        requestId,
        step,
        resolution,
        result,
        note,
      });
    await record('asked');
    try {
      if (ofPromise) {
        if (!(await movePromise(store, requestId, 'broken', 'settled'))) throw nothingOpen();
        await record('settled');
        return found;
      }
      const view = await bus.attention.settle(requestId, {
        step,
        by: identity.subject,
        resolution:
          resolution === 'not_done' || output === undefined ? { type: resolution } : { type: 'done', output },
      });
      await record('settled');
      const index = view.steps.findIndex(({ id }) => id === step);
      if (resolution === 'done' && view.steps[index]?.compensation != null) {
        await memory.compensations.settle(identity.tenant, [`${requestId}/${index + 1}`]);
      }
      return view;
    } catch (thrown) {
      await record(asHermesError(thrown, 'runtime').code);
      throw thrown;
    }
  };

  const settleCompensation = async (
    stepId: string,
    step: string,
    input: Omit<SettlementInput, 'requestId' | 'step'>,
  ): Promise<SettledCompensation> => {
    try {
      await settle({ ...input, requestId: stepId, step });
      return { stepId, code: null };
    } catch (thrown) {
      const { code, retryable } = asHermesError(thrown, 'runtime');
      if (retryable) throw thrown;
      const overThere = code === 'CONFLICT' || code === 'EXECUTION_NOT_FOUND';
      // The bus has nothing open there any more (settled in part before a crash, or archived): the list closes too.
      if (!overThere || input.resolution !== 'done') return { stepId, code };
      await memory.compensations.settle(input.identity.tenant, [stepId]);
      return { stepId, code: null };
    }
  };

  return {
    async attention(tenant) {
      const items = await bus.attention.list(LIST_LIMIT, tenant);
      const promises = await brokenPromises(store, tenant, LIST_LIMIT);
      return [
        ...items.map(({ since, requestId, step, idempotencyKey, tool, reason, code }) => ({
          requestId,
          step,
          idempotencyKey,
          tool,
          reason,
          code,
          sinceMs: since,
        })),
        ...promises.map(({ request_id, intent, due_at }) => ({
          requestId: request_id,
          step: PROMISE_STEP,
          idempotencyKey: request_id,
          tool: intent,
          reason: 'PROMISE_BROKEN',
          code: 'DEADLINE_EXCEEDED',
          sinceMs: due_at,
        })),
      ];
    },
    async settleAttention(input) {
      const { status } = await settle(input);
      return { status };
    },
    compensations: (query) => memory.compensations.list(query),
    async settleCompensations({ stepIds, ...input }) {
      checkOperator(input.identity);
      const pending = await memory.compensations.list({ tenant: input.identity.tenant, limit: BATCH_LIMIT });
      const wanted = stepIds === 'all' ? pending.map(({ stepId }) => stepId) : [...new Set(stepIds)];
      const results: SettledCompensation[] = [];
      for (const stepId of wanted) {
        const entry = pending.find((candidate) => candidate.stepId === stepId);
        results.push(
          entry === undefined
            ? { stepId, code: 'NOT_FOUND' }
            : await settleCompensation(stepId, entry.step, input),
        );
      }
      return results;
    },
    settlements: ({ tenant, limit }) => listSettlements(store, tenant, limit),
  };
}

function checkOperator({ role }: Identity): void {
  if (role === 'operator') return;
  throw new HermesError('FORBIDDEN', 'Settling is for operators', { layer: 'runtime' });
}

function checkNote(note: string): void {
  if (note.length <= NOTE_LIMIT) return;
  throw new HermesError('INVALID_ARGUMENT', `A note has at most ${NOTE_LIMIT} characters`, {
    layer: 'runtime',
    where: 'note',
  });
}

const nothingOpen = (): HermesError =>
  new HermesError('CONFLICT', 'No broken promise stands open there', { layer: 'runtime' });

const notFound = (): HermesError =>
  new HermesError('EXECUTION_NOT_FOUND', 'There is no such request', { layer: 'runtime' });
