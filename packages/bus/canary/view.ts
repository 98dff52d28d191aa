import type { ToolReference } from '../order/order.ts';
import { type Tally, upperBound } from './bound.ts';
import type { Canary, CanaryPhase } from './canary.ts';
import { boundOf } from './evidence.ts';
import { FAULT_KINDS, type FaultKind } from './fault.ts';
import { judge, type Minimum } from './judge.ts';
import { strengthOf } from './likelihood.ts';

/** One kind of fault, as an operator sees it. */
export interface FaultView {
  readonly stable: Tally;
  readonly candidate: Tally;
  /** The rate that the candidate has to stay below. */
  readonly bound: number;
  /** With 95 % confidence the candidate's rate at this weight is no higher. */
  readonly highest: number;
  /** Odds that the rate is above the bound, and that the faults are the candidate's own; as natural logarithms. */
  readonly excess: number;
  readonly contrast: number;
}

/** A canary as it stands. */
export interface CanaryView {
  readonly tool: string;
  readonly stable: ToolReference;
  readonly candidate: ToolReference;
  readonly phase: CanaryPhase;
  /** How many of 10,000 requests the candidate gets. */
  readonly weight: number;
  readonly automatic: boolean;
  readonly reason: string | null;
  readonly by: string;
  readonly startedAt: number;
  readonly changedAt: number;
  /** What the evidence allows to say now. */
  readonly finding: 'too_few_stable' | 'too_few_candidate' | 'undecided' | 'worse' | 'sound';
  readonly faults: Readonly<Record<FaultKind, FaultView>>;
  /** From when on an answer counts as slow; null while too little is known. */
  readonly slowAboveMs: number | null;
}

export function canaryViewOf(canary: Canary, minimum: Minimum): CanaryView {
  const { evidence, cursor: _cursor, ...rest } = canary;
  const verdict = judge(evidence, minimum);
  return {
    tool: canary.candidate.tool,
    ...rest,
    finding: verdict.type === 'hold' ? verdict.because : verdict.type,
    faults: Object.fromEntries(
      FAULT_KINDS.map((kind) => {
        const { stable, candidate, stage, recent, excess, contrast } = evidence.kinds[kind];
        return [
          kind,
          {
            stable,
            candidate,
            bound: boundOf(kind, recent),
            highest: upperBound(stage),
            excess: strengthOf(excess),
            contrast: strengthOf(contrast),
          },
        ];
      }),
    ) as unknown as CanaryView['faults'],
    slowAboveMs: evidence.pace.slowAboveMs,
  };
}
