import { type Order, type RoutedReference, routeOf, type ToolReference } from '../order/order.ts';
import { referenceOf } from '../route/choose.ts';
import { bucketOf, WHOLE } from './bucket.ts';
import type { Evidence } from './evidence.ts';
import type { Arm } from './fault.ts';

export type CanaryPhase = 'running' | 'promoted' | 'rolled_back';

/** A candidate version beside a stable one, and what has been seen of both. Plain data, one row of the store. */
export interface Canary {
  readonly stable: ToolReference;
  readonly candidate: ToolReference;
  readonly phase: CanaryPhase;
  /** How many of 10,000 requests the candidate gets. */
  readonly weight: number;
  /** Climb the ladder without being told. */
  readonly automatic: boolean;
  /** Why it stands as it does: a code; null while nobody has decided anything. */
  readonly reason: string | null;
  readonly by: string;
  readonly startedAt: number;
  readonly changedAt: number;
  /** Sequence of the last message of the journal that the evidence holds. */
  readonly cursor: number;
  readonly evidence: Evidence;
}

/** Which arm an execution is in, and what it runs there. */
export interface ArmTaken {
  readonly arm: Arm;
  readonly target: ToolReference;
}

/** By the `tool@version#hash` that the plan names. */
export type Arms = Readonly<Record<string, ArmTaken>>;

/** The weights of a promotion. */
export const LADDER: readonly number[] = [500, 2_500, 5_000, WHOLE];

export const nextRung = (weight: number): number => LADDER.find((rung) => rung > weight) ?? WHOLE;

/**
 * The arms of an order, for all that it may ever call: decided once, when it is submitted. Where a plan names a
 * version that a canary concerns, the canary says which version runs; one that has ended goes on saying so, because
 * the plans go on naming what is in the agent's folder. Canaries apply in the order in which they began.
 */
export function armsOf(order: Order, canaries: readonly Canary[]): Arms | null {
  if (canaries.length === 0) return null;
  const bucket = bucketOf(order.requestId);
  const arms: Record<string, ArmTaken> = {};
  for (const { verify, compensation, ...step } of order.steps) {
    for (const planned of [step, verify, compensation]) {
      const taken = planned === undefined ? null : takeArm(planned, canaries, bucket);
      if (taken !== null) arms[routeOf(planned!)] = taken;
    }
  }
  return Object.keys(arms).length === 0 ? null : arms;
}

/** What `planned` becomes in an arm. The candidate gives way to what was planned; nothing gives way to a candidate. */
export function inArm<T extends RoutedReference>(planned: T, { arm, target }: ArmTaken): T {
  const others = [
    ...(arm === 'candidate' ? [referenceOf(planned)] : []),
    ...(planned.alternatives ?? []),
  ].filter((other) => routeOf(other) !== routeOf(target));
  return { ...planned, ...target, alternatives: others };
}

function takeArm(planned: ToolReference, canaries: readonly Canary[], bucket: number): ArmTaken | null {
  let taken: ArmTaken | null = null;
  for (const canary of canaries) {
    const route = routeOf(taken?.target ?? planned);
    if (route !== routeOf(canary.stable) && route !== routeOf(canary.candidate)) continue;
    const arm: Arm = bucket < canary.weight ? 'candidate' : 'stable';
    taken = { arm, target: canary[arm] };
  }
  return taken;
}
