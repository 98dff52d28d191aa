import type { Queries } from '@hermes-agent/store';
import { logChange } from '../control/log.ts';
import { routeOf } from '../order/order.ts';
import type { Canary } from './canary.ts';

/** A canary as it was read: written back only while nobody else has written. */
export interface CanaryRow {
  readonly canary: Canary;
  readonly revision: number;
}

/** All there are, in the order in which they began. */
export async function readCanaries(queries: Queries): Promise<CanaryRow[]> {
  const rows = await queries.all<{ revision: number; state: string }>(
    'SELECT revision, state FROM bus_canary ORDER BY started_at, stable, candidate',
  );
  return rows.map(({ revision, state }) => ({ revision, canary: JSON.parse(state) as Canary }));
}

/** Puts a new one down, in place of an ended one of the same two versions; false when one of them is running. */
export async function insertCanary(queries: Queries, canary: Canary): Promise<boolean> {
  const { stable, candidate, phase, startedAt } = canary;
  const changed = await queries.run(
    `INSERT INTO bus_canary (stable, candidate, tool, phase, started_at, revision, state)
     SELECT $1, $2, $3, $4, $5, 1, $6
     WHERE NOT EXISTS (SELECT 1 FROM bus_canary WHERE tool = $3 AND phase = 'running')
     ON CONFLICT (stable, candidate) DO UPDATE SET phase = excluded.phase, started_at = excluded.started_at,
       revision = bus_canary.revision + 1, state = excluded.state
     WHERE bus_canary.phase <> 'running'`,
    [routeOf(stable), routeOf(candidate), candidate.tool, phase, startedAt, JSON.stringify(canary)],
  );
  if (changed > 0) await log(queries, null, canary);
  return changed > 0;
}

/** Replaces what was read; false when somebody was faster. A change of what runs where is logged. */
export async function replaceCanary(
  queries: Queries,
  { canary: before, revision }: CanaryRow,
  after: Canary,
): Promise<boolean> {
  const changed = await queries.run(
    `UPDATE bus_canary SET phase = $4, state = $5, revision = revision + 1
     WHERE stable = $1 AND candidate = $2 AND revision = $3`,
    [routeOf(after.stable), routeOf(after.candidate), revision, after.phase, JSON.stringify(after)],
  );
  if (changed > 0 && steers(before) !== steers(after)) await log(queries, before, after);
  return changed > 0;
}

/** What other processes and the log have to hear of; the evidence alone is not news. */
const steers = ({ phase, weight, automatic, reason }: Canary): string =>
  JSON.stringify({ phase, weight, automatic, reason });

const log = (queries: Queries, before: Canary | null, after: Canary): Promise<void> =>
  logChange(queries, {
    at: after.changedAt,
    by: after.by,
    what: 'canary',
    subject: `${after.stable.tool}@${after.stable.version} > ${after.candidate.version}`,
    before: before === null ? null : steers(before),
    after: steers(after),
  });
