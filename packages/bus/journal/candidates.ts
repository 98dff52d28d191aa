import type { Queries } from '@hermes-agent/store';
import type { JournalSql } from './dialect.ts';
import type { InFlight } from './in-flight.ts';

interface Candidate {
  readonly id: string;
  readonly rank: number;
  readonly tenant: string;
  readonly session_id: string;
  readonly route: string;
  readonly turn: number;
}

/** Bounds one look at who is waiting; the next look goes on behind the last tenant served. */
const LANES_PER_LOOK = 100;

/**
 * Chooses which ready calls to claim: round-robin over the tenants that wait, by rank within each. A thousand
 * calls of one tenant delay another's first by at most one round, and cutting a tenant's work into more sessions
 * buys it nothing. What has reached a limit stands back and holds up nothing else.
 */
export function createCandidates(sql: JournalSql) {
  let served = '';

  /** The next calls of each tenant, without those chosen and those that have reached a limit. */
  const look = async (
    queries: Queries,
    running: InFlight,
    tenants: readonly string[],
    routes: readonly string[],
    chosen: readonly Candidate[],
    limit: number,
  ): Promise<Candidate[]> => {
    const found: Candidate[] = [];
    const open = JSON.stringify(running.openRoutes(routes));
    const taken = JSON.stringify(chosen.map(({ id }) => id));
    for (const tenant of tenants) {
      if (found.filter(({ turn }) => turn === 0).length >= limit) break;
      if (running.isFull(tenant)) continue;
      const rows = await queries.all<Omit<Candidate, 'turn'>>(
        `SELECT e.id, e.rank, e.tenant, e.session_id, e.route FROM bus_execution e
         WHERE e.phase = 'ready' AND e.tenant = $1 AND e.route IN ${sql.texts('$2')}
           AND e.session_id NOT IN ${sql.texts('$3')} AND e.id NOT IN ${sql.texts('$4')}
         ORDER BY e.rank LIMIT $5 ${sql.lock('e', true)}`,
        [tenant, open, JSON.stringify(running.fullSessions(tenant)), taken, limit],
      );
      found.push(...rows.map((row, turn) => ({ ...row, turn })));
      if (rows.length > 0) served = tenant;
    }
    return found.sort((left, right) => left.turn - right.turn || left.rank - right.rank);
  };

  return async (
    queries: Queries,
    running: InFlight,
    routes: readonly string[],
    limit: number,
  ): Promise<readonly string[]> => {
    const tenants = await waitingTenants(queries, served);
    const chosen: Candidate[] = [];
    for (;;) {
      const found = await look(queries, running, tenants, routes, chosen, limit - chosen.length);
      let refused = false;
      for (const candidate of found) {
        if (chosen.length === limit) break;
        if (running.admit(candidate)) chosen.push(candidate);
        else refused = true;
      }
      // Whoever was refused has filled a limit, so that the next look passes over all of its kind.
      if (!refused || chosen.length === limit) return chosen.map(({ id }) => id);
    }
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
