import { isCode } from '@hermes-agent/core';

/** Kinds of faults, each judged by itself. `business`: the contract's own codes, and refused inputs. */
export const FAULT_KINDS = ['system', 'business', 'slow'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Arm = 'stable' | 'candidate';

/** How the first attempt of one call ended. */
export interface Sample {
  readonly arm: Arm;
  /** Null when it succeeded. */
  readonly code: string | null;
  /** How long the tool took; null when nobody measured it. */
  readonly tookMs: number | null;
}

/** Somebody wanted it stopped: this says nothing about a version. */
const NOBODYS: ReadonlySet<string> = new Set(['CANCELLED', 'FENCE_STALE']);

/**
 * Whose fault a code is. The table's own codes say that something did not work: a broken contract, a crash, a
 * time-out, an upstream that is not there. What a contract adds (`ORDER_NOT_FOUND`), and an input that it refuses,
 * is an answer; it counts against a version only when such answers surge.
 */
export function faultOf(code: string): 'system' | 'business' | null {
  if (NOBODYS.has(code)) return null;
  return isCode(code) && code !== 'VALIDATION_FAILED' ? 'system' : 'business';
}
