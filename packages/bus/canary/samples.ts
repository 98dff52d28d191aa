import type { Dialect, Queries } from '@hermes-agent/store';
import { journalSql } from '../journal/dialect.ts';
import { routeOf } from '../order/order.ts';
import type { Canary } from './canary.ts';
import type { Sample } from './fault.ts';

interface EndedAttempt {
  readonly sequence: number;
  readonly type: 'EXECUTE_RESULT' | 'EXECUTE_ERROR' | 'EXECUTE_TIMEOUT';
  readonly route: string;
  readonly fence: number;
  readonly attempt: number;
  readonly late: string | null;
  readonly code: string | null;
  readonly took: number | null;
}

/** Reads how attempts ended from the journal's messages, oldest first, without what they carried. */
export async function readEndedAttempts(
  queries: Queries,
  dialect: Dialect,
  after: number,
  limit: number,
): Promise<EndedAttempt[]> {
  const json = (column: string, key: string): string =>
    dialect === 'sqlite' ? `${column} ->> '${key}'` : `${column}::json ->> '${key}'`;
  const number = (column: string, key: string, type: string): string =>
    `CAST(${json(column, key)} AS ${dialect === 'sqlite' ? 'REAL' : type})`;
  return queries.all<EndedAttempt>(
    `SELECT sequence, type, fence, ${number('envelope', 'attempt', 'bigint')} AS attempt,
       (${json('envelope', 'tool')}) || '@' || (${json('envelope', 'version')}) || '#' || (${json('envelope', 'contract_hash')}) AS route,
       ${json('envelope', 'late')} AS late, ${json('body', 'error_code')} AS code,
       ${number('body', 'execution_time_ms', 'double precision')} AS took
     FROM bus_message
     WHERE sequence > $1 AND ${journalSql(dialect).settledSequence}
       AND type IN ('EXECUTE_RESULT', 'EXECUTE_ERROR', 'EXECUTE_TIMEOUT')
     ORDER BY sequence LIMIT $2`,
    [after, limit],
  );
}

/** Where the journal ends: a canary's evidence begins behind it. */
export async function lastSequence(queries: Queries): Promise<number> {
  const [row] = await queries.all<{ last: number | null }>('SELECT max(sequence) AS last FROM bus_message');
  return row?.last ?? 0;
}

/**
 * What an ended attempt says about a canary; null when it says nothing. First attempts count, so that retries
 * neither hide a fault nor count it twice; and calls that never began, because no worker took them up in time or a
 * circuit breaker held them off: their users go without, too.
 */
export function sampleOf(
  { stable, candidate }: Pick<Canary, 'stable' | 'candidate'>,
  { type, route, fence, attempt, late, code, took }: EndedAttempt,
): Sample | null {
  const arm = route === routeOf(candidate) ? 'candidate' : route === routeOf(stable) ? 'stable' : null;
  const neverBegun = fence === 0;
  if (arm === null || late !== null || (attempt !== 1 && !neverBegun)) return null;
  switch (type) {
    case 'EXECUTE_RESULT':
      return { arm, code: null, tookMs: took };
    case 'EXECUTE_ERROR':
      // A worker that was told to stop gave it back; that is nobody's failure.
      return code === 'WORKER_LOST' ? null : { arm, code, tookMs: null };
    case 'EXECUTE_TIMEOUT':
      return { arm, code: 'EXECUTE_TIMEOUT', tookMs: null };
  }
}
