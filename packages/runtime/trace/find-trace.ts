import type { Bus } from '@hermes-agent/bus';
import type { JsonObject } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { SpanStore } from '../adapter/span-store.ts';
import type { Agent } from '../agent/agent.ts';
import type { Identity, TraceFilter, TraceSummary, TraceView } from '../api.ts';
import { findRequests, type RequestRow, readRequest, rootIdOf } from '../request/request-row.ts';
import { hideSealed } from '../seal/sealed-value.ts';
import { traceMessage } from './trace-message.ts';

const FOUND_DEFAULT = 50;
const FOUND_LIMIT = 500;

/**
 * The whole path of one request: its turn, the bus, every attempt, memory. Takes the id of the request, of a step
 * (`<id>/1`) or of a compensation. Null when the tenant has no such request, or a user asks for another's.
 */
export async function readTrace(
  {
    store,
    bus,
    spans,
    agents,
  }: { store: Store; bus: Bus; spans: SpanStore; agents: ReadonlyMap<string, Agent> },
  anyId: string,
  identity: Identity,
): Promise<TraceView | null> {
  const request = await readRequest(store, rootIdOf(anyId));
  if (request === null || request.tenant !== identity.tenant) return null;
  if (identity.role !== 'operator' && request.subject !== identity.subject) return null;
  const [found, messages] = await Promise.all([
    spans.ofRequest(request.requestId, { sessionId: request.sessionId, turnId: request.turnId }),
    bus.messagesOf(request.requestId),
  ]);
  return {
    ...summaryOf(request),
    spans: found,
    messages: messages.map(
      (message) => hideSealed(traceMessage(message, agents.get(request.agent))) as JsonObject,
    ),
  };
}

export async function findTraces(store: Store, filter: TraceFilter): Promise<TraceSummary[]> {
  const { user, limit = FOUND_DEFAULT, ...rest } = filter;
  const found = await findRequests(store, {
    ...rest,
    ...(user === undefined ? {} : { subject: user }),
    limit: Math.min(Math.max(1, limit), FOUND_LIMIT),
  });
  return found.map(summaryOf);
}

const summaryOf = (request: RequestRow): TraceSummary => ({
  requestId: request.requestId,
  agent: request.agent,
  intent: request.intent,
  sessionId: request.sessionId,
  status: request.status,
  code: request.code,
  startMs: request.createdAt,
  endMs: request.endedAt,
});
