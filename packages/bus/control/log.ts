import type { Queries } from '@hermes-agent/store';

export type ControlKind = 'policy' | 'freeze' | 'breaker' | 'canary';

/** One change of what steers calls: who made it, when, and what stood there before and after. */
export interface ControlChange {
  readonly at: number;
  /** A person's name, or `bus`. */
  readonly by: string;
  readonly what: ControlKind;
  readonly subject: string;
  /** JSON text; null: nothing stood there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Writes a change down and lets every process know that there is one. Part of the transaction that makes it. */
export async function logChange(
  queries: Queries,
  { at, by, what, subject, before, after }: ControlChange,
): Promise<void> {
  await queries.run(
    `INSERT INTO bus_control_log (at, changed_by, what, subject, before, after) VALUES ($1, $2, $3, $4, $5, $6)`,
    [at, by, what, subject, before, after],
  );
  await queries.run('UPDATE bus_control SET revision = revision + 1 WHERE id = 1');
}

/** The latest changes, the newest first. */
export const readChanges = (queries: Queries, limit: number): Promise<ControlChange[]> =>
  queries.all<ControlChange>(
    `SELECT at, changed_by AS by, what, subject, before, after FROM bus_control_log
     ORDER BY sequence DESC LIMIT $1`,
    [limit],
  );
