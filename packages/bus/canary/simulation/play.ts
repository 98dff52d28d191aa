import type { Random } from '@hermes-agent/core';
import { type Evidence, NO_EVIDENCE, observe } from '../evidence.ts';
import type { Sample } from '../fault.ts';
import { DEFAULT_MINIMUM, judge } from '../judge.ts';

/** A world in which a canary runs. Rates are between 0 and 1, by how many requests have come to both arms. */
export interface World {
  /** The candidate's part of the traffic. */
  readonly share: number;
  readonly stable: (request: number) => number;
  readonly candidate: (request: number) => number;
  /** What a failure is called. */
  readonly code?: string;
  readonly tookMs?: (arm: Sample['arm'], random: Random) => number;
}

/** A rule that watches samples and says when it would roll back. */
export type Rule = (sample: Sample) => boolean;

/** Plays requests until `rule` rolls back; resolves to how many the candidate had by then, null: never. */
export function play(world: World, rule: Rule, random: Random, candidateRequests: number): number | null {
  let seen = 0;
  for (let request = 0; seen < candidateRequests; request += 1) {
    const arm = random() < world.share ? 'candidate' : 'stable';
    if (arm === 'candidate') seen += 1;
    const failed = random() < world[arm](request);
    const code = failed ? (world.code ?? 'TOOL_CRASHED') : null;
    if (rule({ arm, code, tookMs: world.tookMs?.(arm, random) ?? null })) return seen;
  }
  return null;
}

/** The rule that is used. */
export function sequentialRule(share: number): Rule {
  let evidence: Evidence = NO_EVIDENCE;
  return (sample) => {
    evidence = observe(evidence, sample, share);
    return sample.arm === 'candidate' && judge(evidence, DEFAULT_MINIMUM).type === 'worse';
  };
}

/** What first comes to mind: more faults among its last 20 than twice the stable version's rate. */
export function lastTwentyRule(): Rule {
  const latest: boolean[] = [];
  let calls = 0;
  let faults = 0;
  return ({ arm, code }) => {
    if (arm === 'stable') {
      calls += 1;
      faults += code === null ? 0 : 1;
      return false;
    }
    latest.push(code !== null);
    if (latest.length > 20) latest.shift();
    return latest.length === 20 && latest.filter(Boolean).length / 20 > (2 * faults) / Math.max(1, calls);
  };
}

/** A proper test for one look (two proportions, 1 % one-sided), looked at after every request. */
export function peekingRule(): Rule {
  const calls = { stable: 0, candidate: 0 };
  const faults = { stable: 0, candidate: 0 };
  return ({ arm, code }) => {
    calls[arm] += 1;
    faults[arm] += code === null ? 0 : 1;
    if (arm === 'stable' || calls.candidate < 20 || calls.stable < 50) return false;
    const pooled = (faults.stable + faults.candidate) / (calls.stable + calls.candidate);
    const spread = Math.sqrt(pooled * (1 - pooled) * (1 / calls.stable + 1 / calls.candidate));
    return faults.candidate / calls.candidate - faults.stable / calls.stable > 2.326 * spread;
  };
}
