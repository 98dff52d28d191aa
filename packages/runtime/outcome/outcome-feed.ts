import type { Conclusion } from '@hermes-agent/bus';
import { type Alerts, asHermesError, type JsonObject, type Logger } from '@hermes-agent/core';
import type { Agent } from '../agent/agent.ts';
import type { PlanDocument } from '../plan/plan-document.ts';
import { planOf } from '../request/compile-request.ts';
import { applyOutcome, type RequestRow, readRequest } from '../request/request-row.ts';
import { openValue } from '../seal/sealed-value.ts';
import { moveSession, type SessionDependencies } from '../session/move-session.ts';
import { readSession, type SessionRow } from '../session/session-row.ts';
import { compensationUnrecorded, needsAttention, outcomeUntold } from './outcome-alert.ts';
import { readCursor, writeCursor } from './outcome-cursor.ts';
import { outcomeResponse } from './outcome-response.ts';
import { recordCompensations } from './record-compensations.ts';

/** The name of this feed's cursor. */
export const OUTCOME_CURSOR = 'outcome';
const BATCH = 100;
/** Hints bring outcomes at once; this is for the hint that was lost. */
const POLL_MS = 500;
const POLL_AFTER_FAULT_MS = 1_000;
const STALE_ATTEMPTS = 10;

export interface OutcomeFeedDependencies extends SessionDependencies {
  readonly alerts: Alerts;
  readonly agentOf: (session: SessionRow) => Agent | undefined;
  readonly planFor: (request: RequestRow) => PlanDocument | undefined;
  readonly locked: <T>(sessionId: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * Brings what the bus concluded to the sessions that asked: feeds the machine, writes its words to the outbox,
 * and has memory keep what a slot said to learn. Reads by a durable cursor; applying a conclusion again does
 * nothing, so a crash anywhere loses nothing and says nothing twice.
 */
export async function startOutcomeFeed(dependencies: OutcomeFeedDependencies): Promise<() => Promise<void>> {
  const { store, bus, clock, logger } = dependencies;
  let stopped = false;
  let cancelTimer = (): void => {};
  let reading: Promise<void> | null = null;
  let readAgain = false;

  const drain = async (): Promise<void> => {
    do {
      readAgain = false;
      const after = await readCursor(store, OUTCOME_CURSOR);
      const conclusions = await bus.conclusions({ after, limit: BATCH });
      for (const conclusion of conclusions) {
        if (stopped) return;
        await applyConclusion(dependencies, conclusion);
        await writeCursor(store, OUTCOME_CURSOR, conclusion.sequence);
      }
      readAgain ||= conclusions.length === BATCH;
    } while (readAgain);
  };
  const wake = (): void => {
    readAgain = true;
    if (stopped || reading !== null) return;
    cancelTimer();
    reading = drain()
      .then(
        () => POLL_MS,
        (thrown: Error) => {
          logger.error('outcomes could not be read', { error: thrown.message });
          return POLL_AFTER_FAULT_MS;
        },
      )
      .then((pauseMs) => {
        reading = null;
        if (!stopped) cancelTimer = clock.after(readAgain ? 0 : pauseMs, wake);
      });
  };
  const stopListening = await bus.onConclusion(wake);
  wake();
  return async () => {
    stopped = true;
    cancelTimer();
    await stopListening();
    await reading;
  };
}

async function applyConclusion(dependencies: OutcomeFeedDependencies, conclusion: Conclusion): Promise<void> {
  const { store, logger, alerts } = dependencies;
  const request = await readRequest(store, conclusion.requestId);
  if (request === null) return;
  logConclusion(logger, request, conclusion);
  if (request.kind === 'lookup') {
    await applyOutcome(store, request.requestId, applied(conclusion));
    return;
  }
  if (conclusion.status === 'needs_attention') alerts.raise(needsAttention(request, conclusion));
  await recordUndone(dependencies, request, conclusion);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dependencies.locked(request.sessionId, () => tellSession(dependencies, request, conclusion));
      return;
    } catch (thrown) {
      const { code, retryable, message } = asHermesError(thrown, 'runtime');
      if (code === 'SESSION_STALE' && attempt < STALE_ATTEMPTS) continue;
      if (retryable) throw thrown;
      // Words that cannot be said (a plan gone since) must not keep every later outcome from being told.
      logger.error('an outcome could not be told', { request_id: request.requestId, code, error: message });
      alerts.raise(outcomeUntold(request, conclusion, code));
      await applyOutcome(store, request.requestId, applied(conclusion));
      return;
    }
  }
}

function logConclusion(logger: Logger, request: RequestRow, { status, code, failedStep }: Conclusion): void {
  const { requestId, sessionId, agent, intent, kind } = request;
  const told = {
    request_id: requestId,
    session_id: sessionId,
    agent,
    intent,
    kind,
    status,
    code,
    step: failedStep,
  };
  const fine = status === 'succeeded' || status === 'cancelled';
  if (fine) logger.info('request', told);
  else logger.warn('request', told);
}

/** A fault that passes keeps the cursor where it is; one that does not must not hold up every later outcome. */
async function recordUndone(
  { memory, planFor, logger, alerts }: OutcomeFeedDependencies,
  request: RequestRow,
  conclusion: Conclusion,
): Promise<void> {
  try {
    await recordCompensations(memory, request, conclusion, planFor(request));
  } catch (thrown) {
    const { code, retryable, message } = asHermesError(thrown, 'runtime');
    if (retryable) throw thrown;
    logger.error('a compensation could not be recorded', {
      request_id: request.requestId,
      code,
      error: message,
    });
    alerts.raise(compensationUnrecorded(request, conclusion, code));
  }
}

async function tellSession(
  dependencies: OutcomeFeedDependencies,
  request: RequestRow,
  conclusion: Conclusion,
): Promise<void> {
  const { store, memory, clock, tracer, logger, alerts } = dependencies;
  const session = await readSession(store, memory.subjectKeys, request.sessionId);
  const agent = session === null ? undefined : dependencies.agentOf(session);
  if (session === null || agent === undefined) {
    logger.warn('an outcome has no session to tell', { request_id: request.requestId });
    alerts.raise(outcomeUntold(request, conclusion, 'SESSION_NOT_FOUND'));
    await applyOutcome(store, request.requestId, applied(conclusion));
    return;
  }
  const scope = {
    requestId: request.requestId,
    sessionId: session.sessionId,
    ...(request.order.traceparent === undefined ? {} : { traceparent: request.order.traceparent }),
  };
  const span = tracer.start('runtime', 'outcome', scope, { agent: request.agent });
  if (conclusion.status === 'succeeded') await learn(dependencies, agent, request, span.traceparent);
  const { outcomes } = planOf(agent, request.intent);
  const { status, code, failedStep } = conclusion;
  await moveSession(
    dependencies,
    agent,
    session,
    {
      event: {
        type: 'outcome',
        requestId: request.requestId,
        taskId: request.taskId,
        status,
        response: outcomeResponse(outcomes, status, failedStep, code),
        code,
        facts: {
          steps: await openValue(memory.subjectKeys, conclusion.outputs),
          code,
          failed_step: failedStep,
        },
        summary: code ?? status,
      },
      turnId: null,
      requestId: request.requestId,
      referenceMs: clock.now(),
      traceparent: span.traceparent,
    },
    (queries) => applyOutcome(queries, request.requestId, applied(conclusion)),
  );
  span.set({ status });
  span.end(code ?? 'OK');
}

/** Once per request: memory keeps the source of each write and takes it once. */
async function learn(
  { memory }: OutcomeFeedDependencies,
  agent: Agent,
  request: RequestRow,
  traceparent: string,
): Promise<void> {
  if (Object.keys(request.learn).length === 0) return;
  const { tenant, subject, requestId, sessionId } = request;
  const manager = memory.manager({
    tenant,
    domain: agent.document.domain.name,
    subject,
    trace: { requestId, sessionId, traceparent },
  });
  const learned = (await openValue(memory.subjectKeys, request.learn)) as JsonObject;
  await manager.write(learned, { source: requestId, learnedMs: request.createdAt });
}

const applied = ({ sequence, status, code, at }: Conclusion) => ({
  sequence,
  status,
  code,
  endedAt: status === 'pending' || status === 'needs_attention' ? null : at,
});
