import type { Random } from '@hermes-agent/core';
import { type CallSpec, specOf } from '../execution/call.ts';
import type { ToolOutcome } from '../execution/event.ts';
import type { CallKind } from '../execution/state.ts';
import { failed, succeeded, unavailable } from '../fixture/history.ts';
import { parseCallId } from '../message/call-id.ts';
import type { Order } from '../order/order.ts';
import type { ToolCall } from '../worker/executor.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What really happened out there, which the bus can only learn by asking. */
export interface World {
  /** Effects taken, by id of the step. */
  readonly taken: ReadonlyMap<string, number>;
  readonly undone: ReadonlySet<string>;
  know(order: Order): void;
  /** Calls a tool. The call goes on, and takes its effect, whether or not somebody still waits for the answer. */
  call(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}

/** No effect comes later than this after its call began: less than the monitor window, as its plans promise. */
const LONGEST_CALL_MS = 20_000;

/**
 * A world of unreliable services: slow, unavailable, silent, with answers that are lost. One that honours its key
 * takes effect once; the others each time they are asked.
 */
export function createWorld(random: Random, time: VirtualTime, note: (what: string) => void): World {
  const orders = new Map<string, Order>();
  const taken = new Map<string, number>();
  const undone = new Set<string>();
  const chance = (probability: number): boolean => random() < probability;
  const after = (delayMs: number): Promise<void> =>
    new Promise((resolve) => time.expect(delayMs, () => resolve()));

  const take = (kind: CallKind, key: string, { idempotent }: CallSpec): void => {
    note(`${key} ${kind === 'compensation' ? 'is undone' : 'takes effect'}`);
    if (kind === 'compensation') undone.add(key);
    else if (!idempotent || !taken.has(key)) taken.set(key, (taken.get(key) ?? 0) + 1);
  };

  return {
    taken,
    undone,
    know: (order) => orders.set(order.requestId, order),
    async call({ requestId: id, timeoutMs }, signal) {
      const order = orders.get(id.slice(0, id.indexOf('/')))!;
      const { kind, step } = parseCallId(order.requestId, id)!;
      const key = `${order.requestId}/${step + 1}`;
      const spec = specOf({ order } as Parameters<typeof specOf>[0], { kind, step });
      const takesMs = random() * (chance(0.2) ? LONGEST_CALL_MS : Math.min(timeoutMs, LONGEST_CALL_MS) * 0.9);
      const silent = chance(0.08);
      const answer = async (outcome: () => ToolOutcome, afterMs: number): Promise<ToolOutcome> => {
        await after(afterMs);
        return silent ? new Promise<never>(() => {}) : outcome();
      };
      if (kind === 'verification') {
        if (chance(0.15)) return answer(() => unavailable, takesMs);
        const vague = chance(0.15);
        return answer(
          () => succeeded({ state: vague ? 'working' : taken.has(key) ? 'done' : 'failed' }),
          takesMs,
        );
      }
      if (chance(0.12)) return answer(() => unavailable, takesMs);
      if (chance(0.08)) return answer(() => failed('REFUSED'), takesMs);
      if (spec.effects === 'read') return answer(() => succeeded(), takesMs);

      const obedient = chance(0.5);
      const lost = chance(0.15);
      const effectAfterMs = takesMs * random();
      await after(effectAfterMs);
      if (obedient && signal.aborted) return failed('CANCELLED');
      if (!lost || chance(0.5)) take(kind, key, spec);
      const outcome = lost ? failed('CONNECTION_LOST', { retryable: true, effect: 'maybe' }) : succeeded();
      return answer(() => outcome, takesMs - effectAfterMs);
    },
  };
}
