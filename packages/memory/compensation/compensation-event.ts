import type { Queries } from '@hermes-agent/store';
import type { DomainScope } from '../scope.ts';
import type { AmountClass } from './amount-class.ts';

/** `done`: undone by the machine; `pending`: it could not, a person must; `settled`: a person did. */
export type CompensationStatus = 'pending' | 'done' | 'settled';

/** The undoing of one step, as its newest event tells. */
export interface CompensationEntry extends DomainScope {
  /** A pseudonym: the same user's events carry the same one within a domain. */
  readonly subject: string;
  /** The request whose step was to be undone. */
  readonly requestId: string;
  /** `<request id>/<n>`. */
  readonly stepId: string;
  /** The step's name in its plan. */
  readonly step: string;
  readonly tool: string;
  readonly amountClass: AmountClass;
  readonly status: CompensationStatus;
  readonly code: string | null;
  readonly atMs: number;
}

export interface NewCompensationEvent extends CompensationEntry {
  /** What brought it about; the same source adds an event of a step once. */
  readonly source: string;
}

export interface CompensationQuery {
  readonly tenant: string;
  /** `pending` by default. */
  readonly status?: CompensationStatus;
  /** 1 to 1,000; 100 by default. */
  readonly limit?: number;
}

/** False when this source had told of the step before. */
export async function appendEvent(queries: Queries, event: NewCompensationEvent): Promise<boolean> {
  const added = await queries.run(
    `INSERT INTO compensation_event
       (tenant, domain, subject, request_id, step_id, step, tool, amount_class, status, code, at_ms, source)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (step_id, source) DO NOTHING`,
    [
      event.tenant,
      event.domain,
      event.subject,
      event.requestId,
      event.stepId,
      event.step,
      event.tool,
      event.amountClass,
      event.status,
      event.code,
      event.atMs,
      event.source,
    ],
  );
  return added === 1;
}

const NEWEST = `NOT EXISTS (SELECT 1 FROM compensation_event later
  WHERE later.step_id = event.step_id AND later.seq > event.seq)`;

/** Steps whose newest event has the status, the longest waiting first: one query. */
export async function listEvents(
  queries: Queries,
  { tenant, status = 'pending', limit = 100 }: CompensationQuery,
): Promise<CompensationEntry[]> {
  const rows = await queries.all<Columns>(
    `SELECT * FROM compensation_event event
     WHERE tenant = $1 AND status = $2 AND ${NEWEST} ORDER BY at_ms, seq LIMIT $3`,
    [tenant, status, Math.min(Math.max(1, limit), 1_000)],
  );
  return rows.map(fromColumns);
}

/** Marks what is pending of these steps as settled, all in one statement. Resolves to the ids that were. */
export async function settleEvents(
  queries: Queries,
  tenant: string,
  stepIds: readonly string[],
  atMs: number,
): Promise<string[]> {
  if (stepIds.length === 0) return [];
  const places = stepIds.map((_, index) => `$${index + 3}`).join(', ');
  const rows = await queries.all<{ step_id: string }>(
    `INSERT INTO compensation_event
       (tenant, domain, subject, request_id, step_id, step, tool, amount_class, status, code, at_ms, source)
     SELECT tenant, domain, subject, request_id, step_id, step, tool, amount_class, 'settled', code, $2,
       'settled ' || seq
     FROM compensation_event event
     WHERE tenant = $1 AND status = 'pending' AND step_id IN (${places}) AND ${NEWEST}
     ON CONFLICT (step_id, source) DO NOTHING RETURNING step_id`,
    [tenant, atMs, ...stepIds],
  );
  return rows.map(({ step_id }) => step_id);
}

interface Columns {
  tenant: string;
  domain: string;
  subject: string;
  request_id: string;
  step_id: string;
  step: string;
  tool: string;
  amount_class: AmountClass;
  status: CompensationStatus;
  code: string | null;
  at_ms: number;
}

const fromColumns = (row: Columns): CompensationEntry => ({
  tenant: row.tenant,
  domain: row.domain,
  subject: row.subject,
  requestId: row.request_id,
  stepId: row.step_id,
  step: row.step,
  tool: row.tool,
  amountClass: row.amount_class,
  status: row.status,
  code: row.code,
  atMs: row.at_ms,
});
