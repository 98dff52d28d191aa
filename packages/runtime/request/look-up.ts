import { type Bus, type Condition, displayTimeoutMs, meets } from '@hermes-agent/bus';
import type { Clock, JsonObject } from '@hermes-agent/core';
import type { Memory, SubjectKey } from '@hermes-agent/memory';
import type { Store } from '@hermes-agent/store';
import type { Agent } from '../agent/agent.ts';
import type { PlanDocument } from '../plan/plan-document.ts';
import { openValue } from '../seal/sealed-value.ts';
import type { LookupEmission, LookupOutcome } from '../session/advance.ts';
import type { SessionRow } from '../session/session-row.ts';
import { compileTask, orderOf, planOf } from './compile-request.ts';
import { insertRequest, markSubmitted, newRequest } from './request-row.ts';

export interface LookUpDependencies {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly memory: Memory;
}

/** What a look-up found, and the request whose trace shows how; null when nothing had to be asked. */
export interface LookedUp {
  readonly outcome: LookupOutcome;
  readonly requestId: string | null;
}

/**
 * Answers a look-up: compiles the plan, runs its read-only preview through the bus, and gives back the digest to
 * confirm with the facts to show. What the plan refuses (no rows, an order that cannot be returned) comes back as
 * the response that says so.
 */
export async function lookUp(
  { store, bus, clock, memory }: LookUpDependencies,
  agent: Agent,
  session: SessionRow,
  cause: { readonly turnId: string | null; readonly traceparent?: string },
  emission: LookupEmission,
  user: JsonObject,
  sealKey: SubjectKey,
): Promise<LookedUp> {
  const plan = planOf(agent, emission.intent);
  const compiled = compileTask(agent, session, emission, user, sealKey);
  if (compiled.preview === null) {
    return { outcome: { ok: true, digest: compiled.digest, facts: {} }, requestId: null };
  }

  const key = `${emission.lookupId}:${compiled.digest}`;
  const order = orderOf(agent, session, emission, key, [compiled.preview], 'lookup', cause.traceparent);
  const { turnId } = cause;
  await insertRequest(
    store,
    newRequest(order, { turnId, kind: 'lookup', learn: {}, createdAt: clock.now() }),
  );
  await bus.submit(order);
  await markSubmitted(store, order.requestId);
  const ended = await bus.settled(order.requestId, displayTimeoutMs(order));
  const { requestId } = order;
  if (ended?.status !== 'succeeded') {
    return { outcome: previewFailed(plan, ended?.code ?? 'EXECUTE_TIMEOUT'), requestId };
  }
  const facts = await openValue(memory.subjectKeys, ended.outputs.preview ?? {});
  return { outcome: judge(plan, compiled.digest, facts as JsonObject), requestId };
}

function judge(plan: PlanDocument, digest: string, facts: JsonObject): LookupOutcome {
  const refusal = plan.preview?.refuse.find(({ when }) => meets(when as Condition, facts));
  return refusal === undefined
    ? { ok: true, digest, facts }
    : { ok: false, response: refusal.response, code: 'REFUSED', facts };
}

function previewFailed(plan: PlanDocument, code: string): LookupOutcome {
  const row =
    plan.preview?.failed.find((candidate) => candidate.code === undefined || candidate.code === code) ??
    plan.outcomes.failed.find((candidate) => candidate.step === undefined && candidate.code === code) ??
    plan.outcomes.failed.at(-1)!;
  return { ok: false, response: row.response, code, facts: { code } };
}
