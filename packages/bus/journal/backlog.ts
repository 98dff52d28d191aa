import type { Queries } from '@hermes-agent/store';
import type { Order } from '../order/order.ts';
import type { Submission } from './port.ts';

/** How many executions may be open at a time. Those that wait for a person do not count. */
export interface BacklogLimits {
  readonly bus: number;
  readonly tenant: number;
  readonly session: number;
}

type Full = Extract<Submission, { type: 'full' }>;

interface Room {
  readonly type: 'room';
  /** Open requests of the session before this one. */
  readonly behind: number;
}

/** Counts what is open, once for each scope of a group, and then in memory as the group adds to it. */
export function createBacklog(queries: Queries, limits: BacklogLimits) {
  const counted = new Map<string, number>();
  const count = async (scope: Full['scope'], order: Order): Promise<number> => {
    const key = keyOf(scope, order);
    if (!counted.has(key)) counted.set(key, await countOpen(queries, scope, order, limits[scope]));
    return counted.get(key)!;
  };
  return {
    /** Counts the order in when there is room. */
    async admit(order: Order): Promise<Full | Room> {
      const scopes = ['session', 'tenant', 'bus'] as const;
      for (const scope of scopes) {
        if ((await count(scope, order)) >= limits[scope])
          return { type: 'full', scope, limit: limits[scope] };
      }
      const behind = counted.get(keyOf('session', order))!;
      for (const scope of scopes) counted.set(keyOf(scope, order), counted.get(keyOf(scope, order))! + 1);
      return { type: 'room', behind };
    },
  };
}

const keyOf = (scope: Full['scope'], { tenant, sessionId }: Order): string =>
  JSON.stringify(scope === 'bus' ? [] : scope === 'tenant' ? [tenant] : [tenant, sessionId]);

/** Never reads further than the limit, which is all that matters. */
async function countOpen(
  queries: Queries,
  scope: Full['scope'],
  { tenant, sessionId }: Order,
  limit: number,
): Promise<number> {
  const where = { bus: '', tenant: 'AND tenant = $2', session: 'AND tenant = $2 AND session_id = $3' }[scope];
  const parameters = { bus: [], tenant: [tenant], session: [tenant, sessionId] }[scope];
  const [row] = await queries.all<{ open: number }>(
    `SELECT count(*) AS open FROM
      (SELECT 1 FROM bus_execution WHERE phase NOT IN ('ended', 'attention') ${where} LIMIT $1) AS found`,
    [limit, ...parameters],
  );
  return row!.open;
}
