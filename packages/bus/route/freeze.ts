import type { Queries } from '@hermes-agent/store';
import { logChange } from '../control/log.ts';

/** A version that nothing new runs until somebody thaws it. */
export interface Freeze {
  readonly tool: string;
  readonly version: string;
  /** The contract's digest; empty when a person froze the version whatever its contract. */
  readonly hash: string;
  /** The error code that froze it, or the person's reason. */
  readonly code: string;
  readonly by: string;
  readonly at: number;
}

/** Freezes; false when it was frozen already, so that only the first of many says so. */
export async function freeze(queries: Queries, one: Freeze): Promise<boolean> {
  const { tool, version, hash, code, by, at } = one;
  const changed = await queries.run(
    `INSERT INTO bus_freeze (tool, version, hash, code, frozen_by, frozen_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tool, version, hash) DO NOTHING`,
    [tool, version, hash, code, by, at],
  );
  if (changed === 0) return false;
  const subject = `${tool}@${version}`;
  await logChange(queries, {
    at,
    by,
    what: 'freeze',
    subject,
    before: null,
    after: JSON.stringify({ code, hash }),
  });
  return true;
}

/** Thaws a version under all its contracts; false when it was not frozen. */
export async function thaw(
  queries: Queries,
  { tool, version }: Pick<Freeze, 'tool' | 'version'>,
  by: string,
  at: number,
): Promise<boolean> {
  const rows = await queries.all<{ code: string; hash: string }>(
    'DELETE FROM bus_freeze WHERE tool = $1 AND version = $2 RETURNING code, hash',
    [tool, version],
  );
  const subject = `${tool}@${version}`;
  for (const row of rows) {
    await logChange(queries, { at, by, what: 'freeze', subject, before: JSON.stringify(row), after: null });
  }
  return rows.length > 0;
}

export const readFreezes = (queries: Queries): Promise<Freeze[]> =>
  queries.all<Freeze>(
    `SELECT tool, version, hash, code, frozen_by AS by, frozen_at AS at FROM bus_freeze ORDER BY tool, version, hash`,
  );
