import type { Store } from '@hermes-agent/store';
import { type ControlChange, readChanges } from '../control/log.ts';
import type { SteadyClock } from '../journal/steady-clock.ts';
import type { Switchboard } from '../route/switchboard.ts';
import { checkRule } from './check.ts';
import { type PolicyOverride, putOverride, readOverrides } from './override.ts';
import { DEFAULT_POLICIES, type PolicyRule, type PolicySelector } from './rule.ts';

/** Rules for errors, changed while everything runs; in force in every process well within a second. */
export interface Policies {
  readonly defaults: readonly PolicyRule[];
  overrides(): Promise<readonly PolicyOverride[]>;
  /** Sets a rule; resolves to the one it replaces. Throws `INVALID_ARGUMENT`. */
  set(rule: PolicyRule, by: string): Promise<PolicyRule | null>;
  /** Takes an override away, so that what it covered holds again; resolves to it. */
  unset(selector: PolicySelector, by: string): Promise<PolicyRule | null>;
  /** Who changed what, when, from what to what: policies, freezes and breakers, the newest first. */
  changes(limit?: number): Promise<readonly ControlChange[]>;
}

const CHANGES_DEFAULT = 100;

export function createPolicies(store: Store, time: SteadyClock, switchboard: Switchboard): Policies {
  const put = async (selector: PolicySelector, rule: PolicyRule | null, by: string) => {
    const at = await time.now();
    const before = await store.transaction((queries) => putOverride(queries, selector, rule, by, at));
    switchboard.expire();
    return before;
  };
  return {
    defaults: DEFAULT_POLICIES,
    overrides: () => readOverrides(store),
    async set(rule, by) {
      checkRule(rule);
      return put(rule, rule, by);
    },
    unset: (selector, by) => put(selector, null, by),
    changes: (limit = CHANGES_DEFAULT) => readChanges(store, limit),
  };
}
