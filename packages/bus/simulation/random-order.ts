import type { Random } from '@hermes-agent/core';
import { compensation, order, plannedStep, verification } from '../fixture/order.ts';
import type { Order, PlannedStep } from '../order/order.ts';

/** A plan of one to four steps with any mixture of what steps can declare. */
export function randomOrder(random: Random, requestId: string): Order {
  const chance = (probability: number): boolean => random() < probability;
  const step = (_: unknown, index: number): PlannedStep =>
    plannedStep(`step_${index}`, {
      effects: chance(0.25) ? 'read' : 'write',
      idempotent: chance(0.4),
      timeoutMs: 2_000 + Math.floor(random() * 30_000),
      ...(chance(0.5)
        ? { verify: verification(`step_${index}`, { afterMs: chance(0.5) ? [] : [5_000, 15_000, 30_000] }) }
        : {}),
      ...(chance(0.6)
        ? {
            compensation: compensation(`step_${index}`, {
              safeIfAbsent: chance(0.3),
              idempotent: chance(0.7),
            }),
          }
        : {}),
    });
  return order(Array.from({ length: 1 + Math.floor(random() * 4) }, step), { requestId });
}
