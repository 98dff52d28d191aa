import type { Random } from '@hermes-agent/core';
import { specOf } from '../execution/call.ts';
import type { ToolOutcome } from '../execution/event.ts';
import { failed, succeeded, unavailable } from '../fixture/history.ts';
import type { Claim } from '../journal/port.ts';

/** What really happened out there, which the bus can only learn by asking. */
export interface World {
  /** Effects taken, by idempotency key. */
  readonly taken: ReadonlyMap<string, number>;
  readonly undone: ReadonlySet<string>;
  /** Begins a call: when it takes effect, when it answers (null: never), and what. */
  begin(claim: Claim): {
    readonly effectAfterMs: number | null;
    readonly answerAfterMs: number | null;
    answer(): ToolOutcome;
    effect(): void;
  };
}

/** No effect comes later than this after its call began: less than the monitor window, as its plans promise. */
const LONGEST_CALL_MS = 20_000;

/** A world of unreliable services. A service that honours its key takes effect once; the others each time they are asked. */
export function createWorld(random: Random): World {
  const taken = new Map<string, number>();
  const undone = new Set<string>();
  const chance = (probability: number): boolean => random() < probability;

  return {
    taken,
    undone,
    begin({ execution, call, limitMs }) {
      const spec = specOf(execution, call);
      const key = `${execution.order.requestId}/${call.step + 1}`;
      const takesMs = chance(0.2)
        ? random() * LONGEST_CALL_MS
        : random() * Math.min(limitMs, LONGEST_CALL_MS) * 0.9;
      const answered = { answerAfterMs: chance(0.08) ? null : takesMs };
      if (call.kind === 'verification') {
        const answer = (): ToolOutcome => {
          if (chance(0.15)) return unavailable;
          return succeeded({ state: chance(0.15) ? 'working' : taken.has(key) ? 'done' : 'failed' });
        };
        return { ...answered, effectAfterMs: null, effect() {}, answer };
      }
      const refusal = chance(0.12) ? unavailable : chance(0.08) ? failed('REFUSED') : null;
      if (refusal !== null || spec.effects === 'read') {
        return { ...answered, effectAfterMs: null, effect() {}, answer: () => refusal ?? succeeded() };
      }
      const effect = (): void => {
        if (call.kind === 'compensation') undone.add(key);
        else if (!spec.idempotent || !taken.has(key)) taken.set(key, (taken.get(key) ?? 0) + 1);
      };
      const lost = chance(0.15);
      return {
        ...answered,
        effectAfterMs: lost && chance(0.5) ? null : takesMs * random(),
        effect,
        answer: () => (lost ? failed('CONNECTION_LOST', { retryable: true, effect: 'maybe' }) : succeeded()),
      };
    },
  };
}
