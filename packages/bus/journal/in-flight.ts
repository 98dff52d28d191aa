import type { Queries } from '@hermes-agent/store';

/**
 * How many calls may run at a time. Processes that claim in the same instant on PostgreSQL do not see each other's
 * claims, so that a limit may be passed by what the others take in that instant.
 */
export interface InFlightLimits {
  /** Of one tool, whatever its version. */
  readonly tool: number;
  readonly session: number;
  readonly tenant: number;
}

/** Far above what one worker runs, and below what an upstream should ever see. */
export const DEFAULT_IN_FLIGHT: InFlightLimits = { tool: 256, session: 64, tenant: 256 };

interface Running {
  readonly tenant: string;
  readonly session_id: string;
  readonly route: string;
}

/** What runs now, and room for what may yet be taken in this look. */
export interface InFlight {
  /** Takes one more call in; false when one of its limits is reached. */
  admit(call: Running): boolean;
  /** Of `routes`, those whose tool has room. */
  openRoutes(routes: readonly string[]): readonly string[];
  isFull(tenant: string): boolean;
  /** Sessions of a tenant that have reached their limit. */
  fullSessions(tenant: string): readonly string[];
}

const toolOf = (route: string): string => route.slice(0, route.lastIndexOf('@'));

export async function readInFlight(queries: Queries, limits: InFlightLimits): Promise<InFlight> {
  const tools = new Map<string, number>();
  const tenants = new Map<string, number>();
  const sessions = new Map<string, Map<string, number>>();
  const sessionsOf = (tenant: string): Map<string, number> => {
    const known = sessions.get(tenant) ?? new Map<string, number>();
    sessions.set(tenant, known);
    return known;
  };
  const count = ({ tenant, session_id, route }: Running, by: number): void => {
    add(tools, toolOf(route), by);
    add(tenants, tenant, by);
    add(sessionsOf(tenant), session_id, by);
  };

  const rows = await queries.all<Running & { calls: number }>(
    `SELECT tenant, session_id, route, count(*) AS calls FROM bus_execution
     WHERE phase = 'running' AND route IS NOT NULL GROUP BY tenant, session_id, route`,
  );
  for (const row of rows) count(row, row.calls);

  return {
    admit(call) {
      const room =
        (tools.get(toolOf(call.route)) ?? 0) < limits.tool &&
        (tenants.get(call.tenant) ?? 0) < limits.tenant &&
        (sessionsOf(call.tenant).get(call.session_id) ?? 0) < limits.session;
      if (room) count(call, 1);
      return room;
    },
    openRoutes: (routes) => routes.filter((route) => (tools.get(toolOf(route)) ?? 0) < limits.tool),
    isFull: (tenant) => (tenants.get(tenant) ?? 0) >= limits.tenant,
    fullSessions: (tenant) =>
      [...sessionsOf(tenant)].flatMap(([session, calls]) => (calls >= limits.session ? session : [])),
  };
}

const add = (counts: Map<string, number>, key: string, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);
