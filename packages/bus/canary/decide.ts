import { WHOLE } from './bucket.ts';
import { type Canary, nextRung } from './canary.ts';
import { nextStage, observe } from './evidence.ts';
import type { FaultKind, Sample } from './fault.ts';
import { judge, type Minimum } from './judge.ts';

/** Why the bus itself rolls back, by what the candidate did too much of. */
const REASONS: Readonly<Record<FaultKind, string>> = {
  system: 'ERRORS_ABOVE_STABLE',
  business: 'REFUSALS_ABOVE_STABLE',
  slow: 'SLOWER_THAN_STABLE',
};

/** The canary after some more samples, and with what follows from them. Pure: any process comes to the same. */
export function advance(
  canary: Canary,
  samples: readonly Sample[],
  candidateFrozen: boolean,
  minimum: Minimum,
  now: number,
): Canary {
  if (candidateFrozen) return rolledBack(canary, 'CANDIDATE_FROZEN', 'bus', now);
  let current = canary;
  for (const sample of samples) {
    const evidence = observe(current.evidence, sample, current.weight / WHOLE);
    current = { ...current, evidence };
    const verdict = judge(evidence, minimum);
    if (verdict.type === 'worse') return rolledBack(current, REASONS[verdict.kind], 'bus', now);
    if (verdict.type === 'sound' && current.automatic) {
      current = weighted(current, nextRung(current.weight), 'SOUND', 'bus', now);
      if (current.phase === 'promoted') break;
    }
  }
  return current;
}

export const rolledBack = (canary: Canary, reason: string, by: string, now: number): Canary => ({
  ...canary,
  phase: 'rolled_back',
  weight: 0,
  reason,
  by,
  changedAt: now,
});

/** The canary at another weight; at the whole it has been promoted. */
export const weighted = (
  canary: Canary,
  weight: number,
  reason: string,
  by: string,
  now: number,
): Canary => ({
  ...canary,
  phase: weight >= WHOLE ? 'promoted' : 'running',
  weight,
  reason,
  by,
  changedAt: now,
  evidence: nextStage(canary.evidence),
});
