import type { Order } from '@hermes-agent/bus';
import { deriveId, digestJson, HermesError, type JsonObject, type JsonValue } from '@hermes-agent/core';
import type { SubjectKey } from '@hermes-agent/memory';
import type { Agent } from '../agent/agent.ts';
import { type CompiledPlan, compilePlan } from '../plan/compile-plan.ts';
import type { PlanDocument } from '../plan/plan-document.ts';
import { sealSteps } from '../seal/seal-plan.ts';
import type { SessionRow } from '../session/session-row.ts';

/** What one task asks for, before it is an order. */
export interface TaskRequest {
  readonly taskId: string;
  readonly intent: string;
  readonly slots: JsonObject;
  readonly priority: 'low' | 'normal' | 'high';
}

export function planOf(agent: Agent, intent: string): PlanDocument {
  const plan = agent.plans.get(intent);
  if (plan !== undefined) return plan;
  throw new HermesError('AGENT_INVALID', `No plan carries out the intent ${intent}`, {
    layer: 'runtime',
    where: `${agent.document.name}/plans/${intent}.yaml`,
  });
}

/** The plan of a task, pinned, filled in, and sealed: its digest is over tokens, so that nobody can test a guess. */
export function compileTask(
  agent: Agent,
  session: Pick<SessionRow, 'locale'>,
  task: TaskRequest,
  user: JsonObject,
  key: SubjectKey,
): CompiledPlan {
  const {
    intent,
    preview,
    steps: open,
  } = compilePlan(
    planOf(agent, task.intent),
    {
      slots: task.slots,
      session: { locale: session.locale },
      user,
      text: (key) => agent.conversation.render(key, { slots: task.slots, user }, session.locale),
    },
    agent.resolveTool,
  );
  const steps = sealSteps(open, agent.contracts, key);
  return {
    intent,
    steps,
    digest: digestJson({ intent, steps } as unknown as JsonValue),
    preview: preview === null ? null : sealSteps([preview], agent.contracts, key)[0]!,
  };
}

/** The order that carries out a compiled plan. The same session, task and digest always give the same id. */
export function orderOf(
  agent: Agent,
  session: SessionRow,
  task: TaskRequest,
  digest: string,
  steps: Order['steps'],
  kind: 'execute' | 'lookup',
  traceparent?: string,
): Order {
  return {
    requestId: deriveId(kind === 'execute' ? 'request' : 'lookup', session.sessionId, task.taskId, digest),
    sessionId: session.sessionId,
    tenant: session.tenant,
    subject: session.subject,
    domain: agent.document.domain.name,
    priority: task.priority,
    ...(traceparent === undefined ? {} : { traceparent }),
    origin: { agent: agent.document.name, intent: task.intent, task_id: task.taskId, digest, kind },
    ...(agent.policies.length === 0 ? {} : { policies: agent.policies }),
    steps,
  };
}
