import type { Queries } from '@hermes-agent/store';

/** `open` until its time; then `kept`, or `broken`: a person's now, until they have `settled` it. */
export type PromiseState = 'open' | 'kept' | 'broken' | 'settled';

/** What a user was told would have come to something by then. */
export interface PromiseRow {
  readonly requestId: string;
  readonly sessionId: string;
  /** In milliseconds since the epoch. */
  readonly dueAt: number;
}

export async function insertPromise(
  queries: Queries,
  { requestId, sessionId, dueAt }: PromiseRow,
): Promise<void> {
  await queries.run(
    `INSERT INTO promise (request_id, session_id, due_at, state) VALUES ($1, $2, $3, 'open')
     ON CONFLICT (request_id) DO NOTHING`,
    [requestId, sessionId, dueAt],
  );
}

export async function duePromises(queries: Queries, now: number, limit: number): Promise<PromiseRow[]> {
  const rows = await queries.all<{ request_id: string; session_id: string; due_at: number }>(
    "SELECT request_id, session_id, due_at FROM promise WHERE state = 'open' AND due_at <= $1 ORDER BY due_at LIMIT $2",
    [now, limit],
  );
  return rows.map(({ request_id, session_id, due_at }) => ({
    requestId: request_id,
    sessionId: session_id,
    dueAt: due_at,
  }));
}

/** Compare-and-set: false when it no longer stood at `from`. */
export async function movePromise(
  queries: Queries,
  requestId: string,
  from: PromiseState,
  to: PromiseState,
): Promise<boolean> {
  const changed = await queries.run('UPDATE promise SET state = $3 WHERE request_id = $1 AND state = $2', [
    requestId,
    from,
    to,
  ]);
  return changed === 1;
}

/** Broken promises of a tenant whose requests have come to nothing yet, the longest broken first. */
export function brokenPromises(
  queries: Queries,
  tenant: string,
  limit: number,
): Promise<{ request_id: string; intent: string; due_at: number }[]> {
  return queries.all(
    `SELECT p.request_id, r.intent, p.due_at FROM promise p JOIN request r ON r.request_id = p.request_id
     WHERE p.state = 'broken' AND r.tenant = $1 AND r.status IN ('running', 'pending')
     ORDER BY p.due_at LIMIT $2`,
    [tenant, limit],
  );
}
