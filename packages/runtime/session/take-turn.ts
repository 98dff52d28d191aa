import type { ConversationEvent } from '@hermes-agent/conversation';
import { HermesError, type JsonObject, sleep } from '@hermes-agent/core';
import type { Agent } from '../agent/agent.ts';
import type { TurnInput, TurnResult } from '../api.ts';
import { type RequestRow, readRequest } from '../request/request-row.ts';
import type { ExecuteEmission } from './advance.ts';
import { type Moved, moveSession, type SessionDependencies } from './move-session.ts';
import { readSession, type SessionRow } from './session-row.ts';
import { insertTurn, readTurn, repliesOfTurn, type TurnRow } from './turn-row.ts';

/** Longer than anyone types; what is over it is refused before it is read. */
export const TURN_BYTES_LIMIT = 128 * 1024;
const TURN_ID_LIMIT = 128;
const STALE_ATTEMPTS = 5;

/**
 * How long a question of ours stays open. An answer that comes later answers nothing: it is read as a new turn,
 * and silence never decides (a confirmation left alone confirms nothing).
 */
const CONFIRMATION_MS = 30 * 60_000;
const SESSION_MS = 2 * 3_600_000;

/** Takes one turn, under the session's lock. A `turnId` seen before gives the row it gave then. */
export async function takeTurn(
  dependencies: SessionDependencies,
  agentOf: (session: SessionRow) => Agent,
  input: TurnInput,
): Promise<TurnRow> {
  checkTurn(input);
  for (let attempt = 1; ; attempt += 1) {
    const before = await ownSession(dependencies, input);
    const agent = agentOf(before);
    const key = await dependencies.memory.subjectKeys.of({
      tenant: before.tenant,
      domain: agent.document.domain.name,
      subject: before.subject,
    });
    const bodyHash = key.digest(input.text);
    const { subjectKeys } = dependencies.memory;
    const known = await readTurn(dependencies.store, subjectKeys, input.sessionId, input.turnId);
    if (known !== null) {
      if (known.bodyHash === bodyHash) return known;
      throw new HermesError('TURN_CONFLICT', `Turn ${input.turnId} was taken with another text`, {
        layer: 'runtime',
        where: 'turn_id',
        hint: 'Give each turn an id of its own.',
      });
    }
    if (before.closedAt !== null) throw notFound();
    try {
      const fresh = await expireQuestions(dependencies, agent, before);
      return await takeOnce(dependencies, agent, fresh, input, bodyHash);
    } catch (thrown) {
      const stale = thrown instanceof HermesError && thrown.code === 'SESSION_STALE';
      if (!stale || attempt >= STALE_ATTEMPTS) throw thrown;
    }
  }
}

async function takeOnce(
  dependencies: SessionDependencies,
  agent: Agent,
  before: SessionRow,
  input: TurnInput,
  bodyHash: string,
): Promise<TurnRow> {
  const { clock, tracer } = dependencies;
  const scope = { turnId: input.turnId, sessionId: before.sessionId };
  const span = tracer.start('conversation', 'turn', scope, { agent: before.agent });
  try {
    let taken: TurnRow | null = null;
    const moved = await moveSession(
      dependencies,
      agent,
      before,
      {
        event: { type: 'turn', turnId: input.turnId, text: input.text },
        turnId: input.turnId,
        requestId: null,
        referenceMs: input.referenceMs ?? clock.now(),
        traceparent: span.traceparent,
      },
      async (queries, { row, advanced, requests, sealKey }) => {
        taken = {
          turnId: input.turnId,
          turn: row.turns,
          bodyHash,
          text: input.text,
          reading: advanced.reading,
          emission: advanced.executes[0] === undefined ? null : emissionFields(advanced.executes[0]),
          requestIds: requests.map(({ requestId }) => requestId),
          outboxFrom: before.lastOutbox,
          at: clock.now(),
        };
        await insertTurn(queries, sealKey, row.sessionId, taken);
        return true;
      },
    );
    const { reading, audit } = moved!.advanced;
    if (audit.length > 0) span.set({ audit: audit.map(({ type }) => type).join(',') });
    span.set({ intent: reading.intent, confidence: reading.confidence, state: reading.state });
    for (const { requestId } of moved!.requests) span.set({ request_id: requestId });
    span.end();
    return taken!;
  } catch (thrown) {
    span.end(thrown instanceof HermesError ? thrown.code : 'INTERNAL');
    throw thrown;
  }
}

/** A question left open for too long is closed before the next turn is read. */
async function expireQuestions(
  dependencies: SessionDependencies,
  agent: Agent,
  before: SessionRow,
): Promise<SessionRow> {
  const idleMs = dependencies.clock.now() - before.touchedAt;
  const what = idleMs >= SESSION_MS ? 'session' : idleMs >= CONFIRMATION_MS ? 'confirmation' : null;
  if (what === null || before.turns === 0) return before;
  const event: ConversationEvent = { type: 'expiry', what };
  const moved: Moved | null = await moveSession(
    dependencies,
    agent,
    before,
    { event, turnId: null, requestId: null, referenceMs: dependencies.clock.now() },
    async () => true,
  );
  return moved?.row ?? before;
}

/** What went downstream, in the words of the text: `{intent, order_id, priority}`. */
const emissionFields = ({ intent, slots, priority }: ExecuteEmission): JsonObject => ({
  intent,
  ...slots,
  priority,
});

/** The answer to a turn as it stands now, after waiting for its requests if asked to: up to their display time-out. */
export async function turnResult(
  { store, memory, clock, hints }: SessionDependencies,
  sessionId: string,
  row: TurnRow,
  waitMs: number,
  signal?: AbortSignal,
): Promise<TurnResult> {
  const waitUntil = clock.monotonic() + waitMs;
  for (;;) {
    if (row.requestIds.length === 0 || clock.monotonic() >= waitUntil) break;
    const rows = await Promise.all(row.requestIds.map((id) => readRequest(store, id)));
    if (rows.every((request) => request !== null && isShown(request, clock.now()))) break;
    await hintOrPause(hints, clock, sessionId, Math.min(POLL_MS, waitUntil - clock.monotonic()), signal);
  }
  const { turnId, turn, reading, emission, requestIds } = row;
  return {
    turnId,
    turn,
    ...reading,
    emission,
    requestIds,
    replies: await repliesOfTurn(store, memory.subjectKeys, sessionId, row),
  };
}

/** Settled, or out of the time for which a user is kept waiting. */
const isShown = ({ status, createdAt, displayMs }: RequestRow, nowMs: number): boolean =>
  (status !== 'running' && status !== 'pending') || nowMs >= createdAt + displayMs;

const POLL_MS = 250;

async function hintOrPause(
  hints: SessionDependencies['hints'],
  clock: SessionDependencies['clock'],
  sessionId: string,
  pauseMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const hinted = new AbortController();
  const stopListening = hints.listen(sessionId, () => hinted.abort());
  const either = signal === undefined ? hinted.signal : AbortSignal.any([signal, hinted.signal]);
  await sleep(clock, Math.max(0, pauseMs), either).catch(() => {});
  stopListening();
  signal?.throwIfAborted();
}

/** The caller's own open session. Another's, and one that never was, look the same: `SESSION_NOT_FOUND`. */
export async function ownSession(
  { store, memory }: Pick<SessionDependencies, 'store' | 'memory'>,
  { sessionId, identity }: Pick<TurnInput, 'sessionId' | 'identity'>,
): Promise<SessionRow> {
  const row = await readSession(store, memory.subjectKeys, sessionId);
  if (row === null || row.tenant !== identity.tenant || row.subject !== identity.subject) throw notFound();
  return row;
}

const notFound = (): HermesError =>
  new HermesError('SESSION_NOT_FOUND', 'There is no such session', {
    layer: 'runtime',
    hint: 'Open a new session.',
  });

function checkTurn({ turnId, text }: TurnInput): void {
  if (turnId.length === 0 || turnId.length > TURN_ID_LIMIT) {
    throw new HermesError('INVALID_ARGUMENT', `A turn id has 1 to ${TURN_ID_LIMIT} characters`, {
      layer: 'runtime',
      where: 'turn_id',
    });
  }
  const bytes = Buffer.byteLength(text);
  if (bytes > TURN_BYTES_LIMIT) {
    throw new HermesError(
      'PAYLOAD_TOO_LARGE',
      `A turn has at most ${TURN_BYTES_LIMIT} bytes, this one ${bytes}`,
      {
        layer: 'runtime',
        where: 'text',
        details: { limit: TURN_BYTES_LIMIT, bytes },
      },
    );
  }
}
