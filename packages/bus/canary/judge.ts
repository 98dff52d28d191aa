import { type Tally, upperBound } from './bound.ts';
import { boundOf, type Evidence } from './evidence.ts';
import { FAULT_KINDS, type FaultKind } from './fault.ts';
import { strengthOf } from './likelihood.ts';

export type Verdict =
  /** Nothing changes. */
  | { readonly type: 'hold'; readonly because: 'too_few_stable' | 'too_few_candidate' | 'undecided' }
  /** The candidate is worse, by this kind of fault. */
  | { readonly type: 'worse'; readonly kind: FaultKind; readonly bound: number; readonly candidate: Tally }
  /** It has shown at this weight that it is not. */
  | { readonly type: 'sound' };

/** Fewer trials of an arm than this decide nothing. */
export interface Minimum {
  readonly stable: number;
  /** Of the candidate, before it can be found worse. */
  readonly candidate: number;
  /** Of the candidate at one weight, before it can be found sound. */
  readonly stage: number;
}

export const DEFAULT_MINIMUM: Minimum = { stable: 50, candidate: 20, stage: 100 };

/**
 * The chance that faults shared by both arms ever look like the candidate's own, over 5,000 faults. Together below
 * 2 %: this alone bounds how often a candidate is rolled back that is like the stable version.
 */
const CHANCES: Readonly<Record<FaultKind, number>> = { system: 0.01, business: 0.005, slow: 0.004 };

/** Beyond it, the candidate's rate has to be above the stable version's bound by odds of so many to one. */
const EXCESS_NEEDED = Math.log(20);

/** How much worse than the stable version's bound a sound candidate may still be. */
const TOLERANCE = 0.05;

/**
 * What the evidence allows to say. Worse needs two independent yeses: its rate is above what the stable version's
 * could well be, and the faults are the candidate's own rather than both arms'.
 */
export function judge({ kinds }: Evidence, minimum: Minimum): Verdict {
  const { system } = kinds;
  if (system.stable.trials < minimum.stable) return { type: 'hold', because: 'too_few_stable' };
  if (system.candidate.trials < minimum.candidate) return { type: 'hold', because: 'too_few_candidate' };
  for (const kind of FAULT_KINDS) {
    const { excess, contrast, recent, candidate } = kinds[kind];
    if (strengthOf(contrast) >= Math.log(1 / CHANCES[kind]) && strengthOf(excess) >= EXCESS_NEEDED) {
      return { type: 'worse', kind, bound: boundOf(kind, recent), candidate };
    }
  }
  if (system.stage.trials < minimum.stage) return { type: 'hold', because: 'too_few_candidate' };
  const unsuspected = FAULT_KINDS.every((kind) => strengthOf(kinds[kind].excess) <= 0);
  const within = upperBound(system.stage) <= boundOf('system', system.recent) + TOLERANCE;
  return unsuspected && within ? { type: 'sound' } : { type: 'hold', because: 'undecided' };
}
