import type { Bus } from '@hermes-agent/bus';
import type { ConversationEvent, SessionState, Snapshot } from '@hermes-agent/conversation';
import {
  type Alerts,
  type Clock,
  HermesError,
  type JsonObject,
  type Logger,
  type Tracer,
} from '@hermes-agent/core';
import type { Memory, SubjectKey } from '@hermes-agent/memory';
import type { Queries, Store } from '@hermes-agent/store';
import type { Agent } from '../agent/agent.ts';
import { outcomeResponse } from '../outcome/outcome-response.ts';
import { insertPromise } from '../promise/promise-row.ts';
import { compileTask, orderOf, planOf } from '../request/compile-request.ts';
import { lookUp } from '../request/look-up.ts';
import { insertRequest, newRequest, type RequestRow } from '../request/request-row.ts';
import type { Submitter } from '../request/submitter.ts';
import { sealMembers } from '../seal/sealed-value.ts';
import { type Advanced, advance, type ExecuteEmission } from './advance.ts';
import { appendOutbox, type OutboxEntry } from './outbox.ts';
import { rememberContext } from './remember-context.ts';
import { reportAudit } from './report-audit.ts';
import type { SessionHints } from './session-hints.ts';
import { type SessionRow, updateSession } from './session-row.ts';

export interface SessionDependencies {
  readonly store: Store;
  readonly bus: Bus;
  readonly memory: Memory;
  readonly clock: Clock;
  readonly tracer: Tracer;
  readonly logger: Logger;
  readonly submitter: Submitter;
  readonly hints: SessionHints;
  readonly alerts: Alerts;
}

/** What moves a session, and whose words its replies are. */
export interface Cause {
  readonly event: ConversationEvent;
  readonly turnId: string | null;
  readonly requestId: string | null;
  /** The reference time for "last month", in milliseconds since the epoch. */
  readonly referenceMs: number;
  readonly traceparent?: string;
}

export interface Moved {
  readonly row: SessionRow;
  readonly advanced: Advanced;
  readonly requests: readonly RequestRow[];
  /** Seals what `alongside` writes of the user's. */
  readonly sealKey: SubjectKey;
}

/**
 * Moves a session by one event and commits everything that follows from it in one transaction: the new state,
 * its words, the requests to submit, and what `alongside` writes. The caller holds the session's lock.
 *
 * Throws `SESSION_STALE` when another process moved the session meanwhile; nothing was written, read it again.
 * `alongside` returns false when there is nothing to do after all; then nothing is written and this returns null.
 */
export async function moveSession(
  dependencies: SessionDependencies,
  agent: Agent,
  before: SessionRow,
  cause: Cause,
  alongside: (queries: Queries, moved: Moved) => Promise<boolean>,
): Promise<Moved | null> {
  const { store, clock, memory, submitter, hints, logger } = dependencies;
  const capability = memory.forConversation({
    tenant: before.tenant,
    domain: agent.document.domain.name,
    subject: before.subject,
    sessionId: before.sessionId,
    trace: {
      sessionId: before.sessionId,
      ...(cause.turnId === null ? {} : { turnId: cause.turnId }),
      ...(cause.requestId === null ? {} : { requestId: cause.requestId }),
      ...(cause.traceparent === undefined ? {} : { traceparent: cause.traceparent }),
    },
  });
  const sealKey = await memory.subjectKeys.of({
    tenant: before.tenant,
    domain: agent.document.domain.name,
    subject: before.subject,
  });
  const user = await capability.profile.read();
  const snapshot: Snapshot = {
    referenceMs: cause.referenceMs,
    timeZone: agent.document.time_zone,
    locale: before.locale,
    user,
  };
  const requests: RequestRow[] = [];
  let lookedUp: string | null = null;
  const advanced = await advance(
    agent.conversation,
    before.state as unknown as SessionState,
    cause.event,
    snapshot,
    {
      async lookUp(emission, state) {
        const spoken = spokenIn(before, state);
        const looked = await lookUp(dependencies, agent, spoken, cause, emission, user, sealKey);
        lookedUp = looked.requestId ?? lookedUp;
        return looked.outcome;
      },
      place(emission, state) {
        const request = requestOf(
          agent,
          spokenIn(before, state),
          cause,
          emission,
          user,
          sealKey,
          clock.now(),
        );
        // What was confirmed is no longer what would run: a tool changed version, or a remembered value did.
        if (emission.digest !== null && emission.digest !== request.order.origin.digest) {
          return changedSinceConfirmed(agent, emission, request.requestId);
        }
        requests.push(request);
        return null;
      },
    },
  );
  const requestId = cause.requestId ?? requests[0]?.requestId ?? lookedUp;
  const outbox = outboxOf(before, cause, advanced, requestId, clock.now());
  const row: SessionRow = {
    ...spokenIn(before, advanced.state),
    state: advanced.state as unknown as JsonObject,
    reading: advanced.reading,
    version: before.version + 1,
    turns: before.turns + (cause.event.type === 'turn' ? 1 : 0),
    lastOutbox: outbox.at(-1)?.id ?? before.lastOutbox,
    touchedAt: clock.now(),
  };
  const moved: Moved = { row, advanced, requests, sealKey };

  const written = await store
    .transaction(async (queries) => {
      if (!(await updateSession(queries, sealKey, row, before.version))) {
        throw new HermesError('SESSION_STALE', 'The session moved on', { layer: 'runtime' });
      }
      if (!(await alongside(queries, moved))) throw NOTHING_TO_DO;
      await appendOutbox(queries, sealKey, row.sessionId, outbox);
      for (const request of requests) {
        await insertRequest(queries, request);
        const { promise } = planOf(agent, request.intent);
        if (promise === undefined) continue;
        const { requestId, sessionId, createdAt } = request;
        await insertPromise(queries, { requestId, sessionId, dueAt: createdAt + promise.within_ms });
      }
      return true;
    })
    .catch((thrown: unknown) => {
      if (thrown === NOTHING_TO_DO) return false;
      throw thrown;
    });
  if (!written) return null;

  reportAudit(dependencies, row, cause.turnId, advanced);
  await submitter.submit(requests);
  hints.tell(row.sessionId);
  await rememberContext(capability, before.state as unknown as SessionState, advanced.state).catch(
    (thrown: Error) =>
      logger.warn('the context could not be cached', { session_id: row.sessionId, error: thrown.message }),
  );
  return moved;
}

/** The session in the language its user now writes: what is confirmed and what runs are compiled in the same one. */
const spokenIn = (session: SessionRow, { locale }: SessionState): SessionRow => ({
  ...session,
  locale: locale ?? session.locale,
});

/** Rolls the transaction back without being an error. */
const NOTHING_TO_DO = Symbol('nothing to do');

function requestOf(
  agent: Agent,
  session: SessionRow,
  cause: Cause,
  emission: ExecuteEmission,
  user: JsonObject,
  sealKey: SubjectKey,
  now: number,
): RequestRow {
  const compiled = compileTask(agent, session, emission, user, sealKey);
  const order = orderOf(
    agent,
    session,
    emission,
    compiled.digest,
    compiled.steps,
    'execute',
    cause.traceparent,
  );
  const { turnId } = cause;
  return newRequest(order, {
    turnId,
    kind: 'execute',
    learn: sealMembers(sealKey, emission.learn),
    createdAt: now,
  });
}

function changedSinceConfirmed(
  agent: Agent,
  emission: ExecuteEmission,
  requestId: string,
): ConversationEvent {
  const code = 'CONFLICT';
  return {
    type: 'outcome',
    requestId,
    taskId: emission.taskId,
    status: 'failed',
    response: outcomeResponse(planOf(agent, emission.intent).outcomes, 'failed', null, code),
    code,
    facts: { code },
    summary: 'the confirmed plan is no longer what would run',
  };
}

function outboxOf(
  before: SessionRow,
  cause: Cause,
  advanced: Advanced,
  requestId: string | null,
  at: number,
): OutboxEntry[] {
  const push = cause.event.type !== 'turn';
  let id = before.lastOutbox;
  const entries: OutboxEntry[] = advanced.replies.map((reply) => {
    id += 1;
    return {
      id,
      event: {
        type: 'reply',
        id,
        push,
        reply: { id, ...reply, ...(requestId === null ? {} : { requestId }) },
      },
      turnId: cause.turnId,
      requestId,
      at,
    };
  });
  id += 1;
  entries.push({
    id,
    event: { type: 'reading', id, reading: advanced.reading },
    turnId: cause.turnId,
    requestId,
    at,
  });
  return entries;
}
