import { displayTimeoutMs, type Order } from '@hermes-agent/bus';
import type { JsonObject } from '@hermes-agent/core';
import type { Queries } from '@hermes-agent/store';
import type { RequestStatus } from '../api.ts';

/**
 * What a session asked of the bus. Written in the transaction that moves the session on, so that a crash between
 * deciding and submitting is mended by submitting again: the id is derived, and the bus takes each id once.
 */
export interface RequestRow {
  readonly requestId: string;
  readonly sessionId: string;
  readonly turnId: string | null;
  readonly tenant: string;
  readonly subject: string;
  readonly agent: string;
  readonly intent: string;
  readonly taskId: string;
  readonly kind: 'execute' | 'lookup';
  readonly order: Order;
  /** Profile fields to remember once it succeeds. */
  readonly learn: JsonObject;
  /** How long the session expects words of it after submission. */
  readonly displayMs: number;
  readonly status: RequestStatus;
  readonly code: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** A request as it begins: all but what it was asked by stands in its order. */
export function newRequest(
  order: Order,
  about: Pick<RequestRow, 'turnId' | 'kind' | 'learn' | 'createdAt'>,
): RequestRow {
  const { requestId, sessionId, tenant, subject, origin } = order;
  return {
    requestId,
    sessionId,
    tenant,
    subject,
    agent: String(origin.agent),
    intent: String(origin.intent),
    taskId: String(origin.task_id),
    order,
    displayMs: displayTimeoutMs(order),
    status: 'running',
    code: null,
    endedAt: null,
    ...about,
  };
}

/** The request that an id of its steps, verifications or compensations (`<request id>/1`) belongs to. */
export const rootIdOf = (anyId: string): string => anyId.split('/', 1)[0]!;

interface Columns {
  request_id: string;
  session_id: string;
  turn_id: string | null;
  tenant: string;
  subject: string;
  agent: string;
  intent: string;
  task_id: string;
  kind: 'execute' | 'lookup';
  orders: string;
  learn: string;
  display_ms: number;
  status: RequestStatus;
  code: string | null;
  created_at: number;
  ended_at: number | null;
}

export async function insertRequest(queries: Queries, row: RequestRow): Promise<void> {
  await queries.run(
    `INSERT INTO request (request_id, session_id, turn_id, tenant, subject, agent, intent, task_id, kind, orders,
       learn, display_ms, status, code, submitted, created_at, ended_at, applied)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, $15, $16, 0)
     ON CONFLICT (request_id) DO NOTHING`,
    [
      row.requestId,
      row.sessionId,
      row.turnId,
      row.tenant,
      row.subject,
      row.agent,
      row.intent,
      row.taskId,
      row.kind,
      JSON.stringify(row.order),
      JSON.stringify(row.learn),
      row.displayMs,
      row.status,
      row.code,
      row.createdAt,
      row.endedAt,
    ],
  );
}

export async function readRequest(queries: Queries, requestId: string): Promise<RequestRow | null> {
  const [row] = await queries.all<Columns>('SELECT * FROM request WHERE request_id = $1', [requestId]);
  return row === undefined ? null : fromColumns(row);
}

export async function unsubmittedRequests(queries: Queries, limit: number): Promise<RequestRow[]> {
  const rows = await queries.all<Columns>(
    'SELECT * FROM request WHERE submitted = 0 ORDER BY created_at LIMIT $1',
    [limit],
  );
  return rows.map(fromColumns);
}

export async function markSubmitted(queries: Queries, requestId: string): Promise<void> {
  await queries.run('UPDATE request SET submitted = 1 WHERE request_id = $1', [requestId]);
}

/**
 * Records that the outcome numbered `sequence` has reached the session. False when it, or a newer one, has
 * already: then the caller does nothing more.
 */
export async function applyOutcome(
  queries: Queries,
  requestId: string,
  outcome: { sequence: number; status: RequestStatus; code: string | null; endedAt: number | null },
): Promise<boolean> {
  const changed = await queries.run(
    'UPDATE request SET status = $2, code = $3, ended_at = $4, applied = $5 WHERE request_id = $1 AND applied < $5',
    [requestId, outcome.status, outcome.code, outcome.endedAt, outcome.sequence],
  );
  return changed === 1;
}

export interface RequestFilter {
  readonly tenant: string;
  readonly subject?: string;
  readonly sessionId?: string;
  readonly sinceMs?: number;
  readonly untilMs?: number;
  readonly limit: number;
}

/** The newest requests that fit, newest first. */
export async function findRequests(queries: Queries, filter: RequestFilter): Promise<RequestRow[]> {
  const rows = await queries.all<Columns>(
    `SELECT * FROM request
     WHERE tenant = $1 AND (kind = 'execute' OR status = 'failed') AND ($2 = '' OR subject = $2) AND ($3 = '' OR session_id = $3)
       AND created_at >= $4 AND created_at <= $5
     ORDER BY created_at DESC LIMIT $6`,
    [
      filter.tenant,
      filter.subject ?? '',
      filter.sessionId ?? '',
      filter.sinceMs ?? 0,
      filter.untilMs ?? Number.MAX_SAFE_INTEGER,
      filter.limit,
    ],
  );
  return rows.map(fromColumns);
}

const fromColumns = (row: Columns): RequestRow => ({
  requestId: row.request_id,
  sessionId: row.session_id,
  turnId: row.turn_id,
  tenant: row.tenant,
  subject: row.subject,
  agent: row.agent,
  intent: row.intent,
  taskId: row.task_id,
  kind: row.kind,
  order: JSON.parse(row.orders) as Order,
  learn: JSON.parse(row.learn) as JsonObject,
  displayMs: row.display_ms,
  status: row.status,
  code: row.code,
  createdAt: row.created_at,
  endedAt: row.ended_at,
});
