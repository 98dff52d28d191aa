import { asHermesError } from '@hermes-agent/core';
import { promiseBroken } from '../outcome/outcome-alert.ts';
import type { OutcomeFeedDependencies } from '../outcome/outcome-feed.ts';
import { readRequest } from '../request/request-row.ts';
import { moveSession } from '../session/move-session.ts';
import { readSession } from '../session/session-row.ts';
import { duePromises, movePromise, type PromiseRow } from './promise-row.ts';

const POLL_MS = 1_000;
const BATCH = 100;

/**
 * Keeps what users were promised: when the time of a promise has come and its request has come to something, the
 * user has heard of it; when not, they are told that a person takes over, and the request is put before one. The
 * promise and the words move in one transaction, so that no restart and no second process says it twice.
 */
export function startPromises(dependencies: OutcomeFeedDependencies): () => Promise<void> {
  const { store, clock, logger } = dependencies;
  let stopped = false;
  let cancelTimer = (): void => {};
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    for (const promise of await duePromises(store, clock.now(), BATCH)) {
      if (stopped) return;
      await dependencies
        .locked(promise.sessionId, () => decide(dependencies, promise))
        .catch((thrown: unknown) => {
          const { code, message } = asHermesError(thrown, 'runtime');
          logger.warn('a promise could not be looked at', {
            request_id: promise.requestId,
            code,
            error: message,
          });
        });
    }
  };
  const run = (): void => {
    looking = look()
      .catch((thrown: Error) => logger.warn('promises could not be read', { error: thrown.message }))
      .then(() => {
        if (!stopped) cancelTimer = clock.after(POLL_MS, run);
      });
  };
  run();
  return async () => {
    stopped = true;
    cancelTimer();
    await looking;
  };
}

async function decide(dependencies: OutcomeFeedDependencies, { requestId }: PromiseRow): Promise<void> {
  const { store, memory, clock, alerts } = dependencies;
  const request = await readRequest(store, requestId);
  const open = request !== null && (request.status === 'running' || request.status === 'pending');
  if (!open) {
    await movePromise(store, requestId, 'open', 'kept');
    return;
  }
  const session = await readSession(store, memory.subjectKeys, request.sessionId);
  const agent = session === null ? undefined : dependencies.agentOf(session);
  const words = dependencies.planFor(request)?.promise?.response;
  if (session === null || agent === undefined || words === undefined) {
    if (await movePromise(store, requestId, 'open', 'broken'))
      alerts.raise(promiseBroken(request, clock.now()));
    return;
  }
  const code = 'DEADLINE_EXCEEDED';
  const moved = await moveSession(
    dependencies,
    agent,
    session,
    {
      event: {
        type: 'outcome',
        requestId,
        taskId: request.taskId,
        status: 'needs_attention',
        response: words,
        code,
        facts: { steps: {}, code, failed_step: null },
        summary: 'what was promised has not come in time',
      },
      turnId: null,
      requestId,
      referenceMs: clock.now(),
    },
    (queries) => movePromise(queries, requestId, 'open', 'broken'),
  );
  if (moved !== null) alerts.raise(promiseBroken(request, clock.now()));
}
