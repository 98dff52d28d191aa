import type { RoutedReference, ToolReference } from '../order/order.ts';
import type { Routing } from './routing.ts';

/** What a route is chosen by: the state of the world outside of any execution. */
export interface RouteConditions {
  /** Whether exactly this version is frozen. */
  frozen(reference: ToolReference): boolean;
}

/**
 * Chooses what a call runs: the planned version; where that is frozen, the best of its alternatives that is not;
 * where there is none, nothing, at once and with words, instead of waiting for a thaw that may never come.
 */
export function chooseRoute(planned: RoutedReference, { frozen }: RouteConditions): Routing {
  if (!frozen(planned)) return { type: 'run', target: referenceOf(planned), reason: 'planned' };
  const standIn = planned.alternatives?.find((other) => !frozen(other));
  return standIn === undefined
    ? { type: 'refuse', code: 'TOOL_FROZEN' }
    : { type: 'run', target: standIn, reason: 'frozen' };
}

export const referenceOf = ({ tool, version, hash }: ToolReference): ToolReference => ({
  tool,
  version,
  hash,
});
