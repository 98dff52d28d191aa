import type { Queries } from '@hermes-agent/store';
import { logChange } from '../control/log.ts';
import { type PolicyRule, type PolicySelector, selectorOf } from './rule.ts';

/** A rule that somebody has set while everything runs. */
export interface PolicyOverride {
  readonly rule: PolicyRule;
  readonly by: string;
  readonly at: number;
}

interface Columns {
  readonly rule: string;
  readonly set_by: string;
  readonly set_at: number;
}

export async function readOverrides(queries: Queries): Promise<readonly PolicyOverride[]> {
  const rows = await queries.all<Columns>('SELECT rule, set_by, set_at FROM bus_policy ORDER BY selector');
  return rows.map(({ rule, set_by: by, set_at: at }) => ({ rule: JSON.parse(rule) as PolicyRule, by, at }));
}

/** Sets the rule for a selector, or takes it away with `after` null. Resolves to what stood there before. */
export async function putOverride(
  queries: Queries,
  selector: PolicySelector,
  after: PolicyRule | null,
  by: string,
  at: number,
): Promise<PolicyRule | null> {
  const subject = selectorOf(selector);
  const [found] = await queries.all<Columns>('SELECT rule FROM bus_policy WHERE selector = $1', [subject]);
  const before = found?.rule ?? null;
  if (after === null) await queries.run('DELETE FROM bus_policy WHERE selector = $1', [subject]);
  else {
    await queries.run(
      `INSERT INTO bus_policy (selector, rule, set_by, set_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (selector) DO UPDATE SET rule = excluded.rule, set_by = excluded.set_by, set_at = excluded.set_at`,
      [subject, JSON.stringify(after), by, at],
    );
  }
  if (before !== null || after !== null) {
    const text = after === null ? null : JSON.stringify(after);
    await logChange(queries, { at, by, what: 'policy', subject, before, after: text });
  }
  return before === null ? null : (JSON.parse(before) as PolicyRule);
}
