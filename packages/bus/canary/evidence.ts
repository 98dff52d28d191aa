import { count, countFading, NOTHING, type Tally, upperBound } from './bound.ts';
import { contrast, NO_CONTRAST } from './contrast.ts';
import { exceed } from './excess.ts';
import { FAULT_KINDS, type FaultKind, faultOf, type Sample } from './fault.ts';
import { type Likelihood, unweighed } from './likelihood.ts';
import { type Pace, paced, UNPACED } from './pace.ts';

/** What is known of one kind of fault. */
export interface KindEvidence {
  readonly stable: Tally;
  readonly candidate: Tally;
  /** The candidate's since the weight was last changed. */
  readonly stage: Tally;
  /** The stable version's of late; what the candidate is measured against. */
  readonly recent: Tally;
  /** That the candidate's rate is above what the stable version's could well be. */
  readonly excess: Likelihood;
  /** That the faults are the candidate's rather than both arms'. */
  readonly contrast: Likelihood;
}

/** All that the samples of a canary have shown so far. Plain data. */
export interface Evidence {
  readonly kinds: Readonly<Record<FaultKind, KindEvidence>>;
  readonly pace: Pace;
}

/** How a kind of fault is judged. */
interface Measure {
  /** Below this rate nobody minds, whatever the stable version achieves. */
  readonly floor: number;
  /** How many times the stable version's upper bound the candidate may reach. */
  readonly margin: number;
  /** How much worse it might be; see `exceed`. */
  readonly alternatives: readonly number[];
}

export const MEASURES: Readonly<Record<FaultKind, Measure>> = {
  system: { floor: 0.01, margin: 1, alternatives: [0.03, 0.1, 0.4] },
  business: { floor: 0.05, margin: 1.5, alternatives: [0.1, 0.4] },
  slow: { floor: 0.05, margin: 1.5, alternatives: [0.1, 0.4] },
};

/** About so many of the stable version's latest trials are what it is like now. */
const MEMORY = 1_000;
/** With fewer of the stable version's there is nothing to compare with. */
const COMPARABLE = 20;
const HIGHEST_BOUND = 0.95;

export const NO_EVIDENCE: Evidence = {
  kinds: Object.fromEntries(
    FAULT_KINDS.map((kind) => [
      kind,
      {
        stable: NOTHING,
        candidate: NOTHING,
        stage: NOTHING,
        recent: NOTHING,
        excess: unweighed(MEASURES[kind].alternatives),
        contrast: NO_CONTRAST,
      },
    ]),
  ) as unknown as Evidence['kinds'],
  pace: UNPACED,
};

/** The fault rate that the candidate may reach without being worse than the stable version could well be. */
export const boundOf = (kind: FaultKind, recent: Tally): number =>
  Math.min(HIGHEST_BOUND, Math.max(MEASURES[kind].floor, MEASURES[kind].margin * upperBound(recent)));

/** The evidence with one more sample; `share` is the candidate's part of the traffic, between 0 and 1. */
export function observe(evidence: Evidence, sample: Sample, share: number): Evidence {
  const trials = trialsOf(evidence, sample);
  if (trials === null) return evidence;
  const kinds = { ...evidence.kinds };
  for (const kind of FAULT_KINDS) {
    const fault = trials[kind];
    if (fault !== undefined) kinds[kind] = observeKind(kind, kinds[kind], sample, fault, share);
  }
  const pace =
    sample.arm === 'stable' && sample.code === null && sample.tookMs !== null
      ? paced(evidence.pace, sample.tookMs)
      : evidence.pace;
  return { kinds, pace };
}

/** Which kinds of fault the sample could have had, and which it had; null when it says nothing. */
function trialsOf({ pace }: Evidence, { code, tookMs }: Sample): Partial<Record<FaultKind, boolean>> | null {
  if (code === null) {
    const timed = tookMs !== null && pace.slowAboveMs !== null;
    return { system: false, business: false, ...(timed ? { slow: tookMs > pace.slowAboveMs } : {}) };
  }
  const fault = faultOf(code);
  if (fault === null) return null;
  return fault === 'system' ? { system: true } : { system: false, business: true };
}

function observeKind(
  kind: FaultKind,
  known: KindEvidence,
  { arm }: Sample,
  fault: boolean,
  share: number,
): KindEvidence {
  const contrasted = fault ? contrast(known.contrast, arm === 'candidate', share) : known.contrast;
  if (arm === 'stable') {
    return {
      ...known,
      contrast: contrasted,
      stable: count(known.stable, fault),
      recent: countFading(known.recent, fault, MEMORY),
    };
  }
  const comparable = known.recent.trials >= COMPARABLE;
  return {
    ...known,
    contrast: contrasted,
    candidate: count(known.candidate, fault),
    stage: count(known.stage, fault),
    excess: comparable
      ? exceed(known.excess, fault, boundOf(kind, known.recent), MEASURES[kind].alternatives)
      : known.excess,
  };
}

/** The evidence when the weight has changed: what is known stays known, the stage's own count begins anew. */
export const nextStage = (evidence: Evidence): Evidence => ({
  ...evidence,
  kinds: Object.fromEntries(
    FAULT_KINDS.map((kind) => [kind, { ...evidence.kinds[kind], stage: NOTHING }]),
  ) as unknown as Evidence['kinds'],
});
