import type { Queries } from '@hermes-agent/store';
import { logChange } from '../control/log.ts';
import type { Breaker } from './breaker.ts';

/** What every process has to know of a breaker; the counts stay with those who count. */
export interface BreakerRow extends Pick<Breaker, 'state' | 'retryAt' | 'streak'> {
  readonly route: string;
}

export async function readBreakers(queries: Queries): Promise<readonly BreakerRow[]> {
  const rows = await queries.all<{
    route: string;
    state: Breaker['state'];
    retry_at: number;
    streak: number;
  }>('SELECT route, state, retry_at, streak FROM bus_breaker');
  return rows.map(({ retry_at: retryAt, ...row }) => ({ ...row, retryAt }));
}

/** Writes a breaker down; a closed one needs no row. Processes may race: each may send its own call to try. */
export async function writeBreaker(
  queries: Queries,
  { route, state, retryAt, streak }: BreakerRow,
  now: number,
): Promise<void> {
  if (state === 'closed') await queries.run('DELETE FROM bus_breaker WHERE route = $1', [route]);
  else {
    await queries.run(
      `INSERT INTO bus_breaker (route, state, retry_at, streak) VALUES ($1, $2, $3, $4)
       ON CONFLICT (route) DO UPDATE SET state = excluded.state, retry_at = excluded.retry_at, streak = excluded.streak`,
      [route, state, retryAt, streak],
    );
  }
  const subject = route.slice(0, route.indexOf('#'));
  await logChange(queries, { at: now, by: 'bus', what: 'breaker', subject, before: null, after: state });
}
