import { HermesError } from '@hermes-agent/core';
import type { SettlementInput } from '@hermes-agent/runtime';

export interface DecisionOptions {
  readonly done?: boolean;
  readonly notDone?: boolean;
  readonly note?: string;
}

/** What `--done` or `--not-done` decides; exactly one must be given, so that nobody decides by leaving out. */
export function decisionOf({
  done,
  notDone,
  note,
}: DecisionOptions): Pick<SettlementInput, 'resolution' | 'note'> {
  if ((done === true) === (notDone === true)) {
    throw new HermesError('INVALID_ARGUMENT', 'Say what you found out', {
      layer: 'cli',
      where: '--done | --not-done',
      hint: '--done: it took effect, or was undone by hand. --not-done: it did not, or try to undo it again.',
    });
  }
  return { resolution: done === true ? 'done' : 'not_done', ...(note === undefined ? {} : { note }) };
}
