import type { Alert } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { SideEffect } from '../execution/transition.ts';
import type { SteadyClock } from '../journal/steady-clock.ts';
import { type Freeze, freeze, readFreezes, thaw } from './freeze.ts';
import type { Switchboard } from './switchboard.ts';

type ToolVersion = Pick<Freeze, 'tool' | 'version'>;

/** Stops and starts versions of tools by hand. In force in every process well within a second. */
export interface Freezer {
  /** False when it was frozen already. `by` and `reason` go into the log. */
  freeze(version: ToolVersion, by: string, reason: string): Promise<boolean>;
  /** False when it was not frozen. */
  thaw(version: ToolVersion, by: string): Promise<boolean>;
  frozen(): Promise<readonly Freeze[]>;
}

export function createFreezer(store: Store, time: SteadyClock, switchboard: Switchboard): Freezer {
  return {
    async freeze({ tool, version }, by, reason) {
      const at = await time.now();
      const changed = await store.transaction((queries) =>
        freeze(queries, { tool, version, hash: '', code: reason, by, at }),
      );
      switchboard.expire();
      return changed;
    },
    async thaw(version, by) {
      const at = await time.now();
      const changed = await store.transaction((queries) => thaw(queries, version, by, at));
      switchboard.expire();
      return changed;
    },
    frozen: () => readFreezes(store),
  };
}

/** What a person hears when the bus itself has frozen a version. */
export const frozenAlert = (
  { target, code, severity }: Extract<SideEffect, { type: 'freeze' }>,
  at: number,
): Alert => ({
  code: 'TOOL_FROZEN',
  severity,
  summary: {
    zh: `工具 ${target.tool} ${target.version} 因 ${code} 已被冻结，需人工解冻。`,
    en: `${target.tool} ${target.version} is frozen because of ${code}, until somebody thaws it.`,
  },
  fields: { tool: target.tool, version: target.version, cause: code },
  at,
});
