import type { Queries } from '@hermes-agent/store';
import type { SettlementRecord } from '../api.ts';

/** Adds a line to the record of what operators decided. */
export async function recordSettlement(
  queries: Queries,
  tenant: string,
  { atMs, by, requestId, step, resolution, result, note }: SettlementRecord,
): Promise<void> {
  await queries.run(
    `INSERT INTO settlement (at, tenant, by_whom, request_id, step, resolution, result, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [atMs, tenant, by, requestId, step, resolution, result, note],
  );
}

const LIMIT_DEFAULT = 100;

/** The newest decisions of a tenant's operators, newest first. */
export async function listSettlements(
  queries: Queries,
  tenant: string,
  limit = LIMIT_DEFAULT,
): Promise<SettlementRecord[]> {
  const rows = await queries.all<Columns>(
    'SELECT * FROM settlement WHERE tenant = $1 ORDER BY entry DESC LIMIT $2',
    [tenant, limit],
  );
  return rows.map(({ at, by_whom, request_id, step, resolution, result, note }) => ({
    atMs: at,
    by: by_whom,
    requestId: request_id,
    step,
    resolution,
    result,
    note,
  }));
}

interface Columns {
  at: number;
  by_whom: string;
  request_id: string;
  step: string;
  resolution: SettlementRecord['resolution'];
  result: string;
  note: string;
}
