import type { Queries } from '@hermes-agent/store';
import type { JournalSql } from './dialect.ts';

interface Candidate {
  readonly id: string;
  readonly rank: number;
  readonly turn: number;
}

/** Bounds one look at who is waiting; the next look goes on behind the last tenant served. */
const LANES_PER_LOOK = 100;

/**
 * Chooses which ready calls to claim: round-robin over the tenants that wait, by rank within each. A thousand
 * calls of one tenant delay another's first by at most one round, and cutting a tenant's work into more sessions
 * buys it nothing.
 */
export function createCandidates(sql: JournalSql) {
  let served = '';
  return async (queries: Queries, routes: readonly string[], limit: number): Promise<readonly string[]> => {
    const lanes = await waitingTenants(queries, served);
    const candidates: Candidate[] = [];
    const routesJson = JSON.stringify(routes);
    for (const tenant of lanes) {
      if (candidates.filter(({ turn }) => turn === 0).length >= limit) break;
      const rows = await queries.all<{ id: string; rank: number }>(
        `SELECT e.id, e.rank FROM bus_execution e
         WHERE e.phase = 'ready' AND e.tenant = $1 AND e.route IN ${sql.texts('$2')}
         ORDER BY e.rank LIMIT $3 ${sql.lock('e', true)}`,
        [tenant, routesJson, limit],
      );
      candidates.push(...rows.map(({ id, rank }, turn) => ({ id, rank, turn })));
      if (rows.length > 0) served = tenant;
    }
    return candidates
      .sort((left, right) => left.turn - right.turn || left.rank - right.rank)
      .slice(0, limit)
      .map(({ id }) => id);
  };
}

/** Tenants with ready calls, those after `from` first. A loose index scan: one seek a tenant, however many calls. */
async function waitingTenants(queries: Queries, from: string): Promise<readonly string[]> {
  const scan = async (condition: string, parameters: readonly (string | number)[]): Promise<string[]> =>
    (
      await queries.all<{ tenant: string }>(
        `WITH RECURSIVE lane (tenant) AS (
           SELECT min(tenant) FROM bus_execution WHERE phase = 'ready' AND ${condition}
           UNION ALL
           SELECT (SELECT min(tenant) FROM bus_execution WHERE phase = 'ready' AND tenant > lane.tenant)
           FROM lane WHERE lane.tenant IS NOT NULL)
         SELECT tenant FROM lane WHERE tenant IS NOT NULL LIMIT ${LANES_PER_LOOK}`,
        parameters,
      )
    ).map(({ tenant }) => tenant);
  const behind = await scan('tenant > $1', [from]);
  const all = behind.length >= LANES_PER_LOOK ? behind : [...behind, ...(await scan('1 = 1', []))];
  return [...new Set(all)];
}
