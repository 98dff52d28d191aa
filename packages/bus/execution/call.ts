import { type JsonValue, readPointer } from '@hermes-agent/core';
import type { Envelope } from '../message/envelope.ts';
import {
  type Effects,
  type RetryPolicy,
  type RoutedReference,
  routeOf,
  type ToolReference,
} from '../order/order.ts';
import { resolveReferences } from '../order/reference.ts';
import { DEFAULT_RETRY_POLICY } from '../retry/backoff.ts';
import { attemptTraceparent } from '../trace/context.ts';
import type { Call, Execution } from './state.ts';
import type { Moment } from './transition.ts';

/** What a call runs, and under which rules. */
export interface CallSpec extends RoutedReference {
  readonly input: JsonValue;
  readonly timeoutMs: number;
  readonly attemptLimitMs?: number;
  readonly retryPolicy: RetryPolicy;
  readonly effects: Effects;
  readonly idempotent: boolean;
}

/** `<request id>/<n>`: the id of a step, and over all its attempts its idempotency key. */
export const stepId = ({ order }: Pick<Execution, 'order'>, step: number): string =>
  `${order.requestId}/${step + 1}`;

/** What `call` runs: as the order says, in the version it has been routed to. */
export const specOf = (execution: Execution, call: CallName): CallSpec => ({
  ...plannedSpec(execution, call),
  ...call.target,
});

export type CallName = Pick<Call, 'kind' | 'step' | 'target'>;

/** What the order says that `call` runs. */
export function plannedSpec({ order, steps }: Execution, { kind, step }: CallName): CallSpec {
  const planned = order.steps[step]!;
  if (kind === 'step') return planned;
  if (kind === 'compensation') return { effects: 'write', ...planned.compensation! };
  const asked = kind === 'verification' ? planned.verify! : steps[step]!.fallback!;
  return { effects: 'read', idempotent: true, retryPolicy: DEFAULT_RETRY_POLICY, ...asked };
}

/** The call before anything chose its version: each attempt is routed anew. */
export function unrouted({ target: _target, ...call }: Call): Call {
  return call;
}

/** The call's input with its references filled in; `missing` names one that leads nowhere. */
export function inputOf(
  execution: Execution,
  call: CallName,
): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly missing: string } {
  const indexOf = (id: string): number =>
    id === 'self' ? call.step : execution.order.steps.findIndex((planned) => planned.id === id);
  return resolveReferences(specOf(execution, call).input, {
    output: (id) => execution.steps[indexOf(id)]?.output,
    ...(call.kind === 'fallback'
      ? { input: (pointer: string) => readOwnInput(execution, call.step, pointer) }
      : {}),
    idempotencyKey: (id) => (indexOf(id) < 0 ? undefined : stepId(execution, indexOf(id))),
  });
}

/** What stands at `pointer` in the input of the step itself, which a fallback may name. */
function readOwnInput(execution: Execution, step: number, pointer: string): JsonValue | undefined {
  const own = inputOf(execution, { kind: 'step', step });
  return own.ok ? readPointer(own.value, pointer) : undefined;
}

/** The key under which the other side knows the call; an operator's second compensation keeps the first one's. */
export const idempotencyKeyOf = (execution: Execution, call: Call): string =>
  call.kind === 'compensation' ? `${stepId(execution, call.step)}/comp` : call.id;

export function envelopeOf(execution: Execution, call: Call, fence: number): Envelope {
  const { order } = execution;
  const { tool, version, hash } = specOf(execution, call);
  return {
    request_id: call.id,
    execution_id: order.requestId,
    session_id: order.sessionId,
    tenant: order.tenant,
    priority: order.priority,
    traceparent: attemptTraceparent(order, call.id, fence),
    tool,
    version,
    contract_hash: hash,
    attempt: fence === 0 ? 0 : call.attempt,
    fence,
  };
}

export function momentCall(execution: Execution, call: Call): Moment['call'] {
  const taken = execution.arms?.[routeOf(plannedSpec(execution, call))];
  return {
    id: call.id,
    kind: call.kind,
    attempt: call.attempt,
    ...nameOf(specOf(execution, call)),
    ...(taken === undefined ? {} : { canary: taken.arm }),
  };
}

const nameOf = ({ tool, version }: ToolReference) => ({ tool, version });
