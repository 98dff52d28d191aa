import type { Clock } from '@hermes-agent/core';
import type { Queries } from '@hermes-agent/store';
import { createGovernor, type Governor } from '../breaker/governor.ts';
import { readBreakers } from '../breaker/row.ts';
import { type Arms, armsOf, type Canary, inArm } from '../canary/canary.ts';
import { readCanaries } from '../canary/row.ts';
import { plannedSpec } from '../execution/call.ts';
import type { Call, Execution } from '../execution/state.ts';
import { type Order, routeOf, type ToolReference } from '../order/order.ts';
import { type Guidance, isLenient, NO_GUIDANCE } from '../policy/guidance.ts';
import { readOverrides } from '../policy/override.ts';
import type { PolicyRule } from '../policy/rule.ts';
import { chooseRoute } from './choose.ts';
import { readFreezes } from './freeze.ts';
import type { Routing } from './routing.ts';

/** How old what this process knows may be: a change reaches every process well within a second. */
const LOOK_EVERY_MS = 200;

/** What steers calls, as one process knows it. Decisions are made from memory; only `refresh` reads the store. */
export interface Switchboard {
  /** Looks whether anything has changed, when the last look is old enough. */
  refresh(): Promise<void>;
  /** Forgets how fresh it is: this process has just changed something. */
  expire(): void;
  isFrozen(reference: ToolReference): boolean;
  /** What `step` is told when an attempt of the execution's call has ended. */
  guidance(execution: Execution, now: number): Guidance;
  /** Whether a policy wants an output that breaks its contract passed on. */
  isLenient(execution: Execution, call: Call): boolean;
  /** In the order in which they began. */
  canaries(): readonly Canary[];
  /** Which arms of canaries a new execution of `order` is in. */
  armsOf(order: Order): Arms | null;
  /** What the execution's ready call runs from here on; null when that is settled already. */
  route(execution: Execution, now: number): Routing | null;
  /** Learns from what `step` made of an event; gives what there is to tell. */
  observe: Governor['observe'];
  /** Breakers that have changed since the last time, for the transaction to write. */
  takeChanges: Governor['takeChanges'];
}

/** Runs everything as planned. */
export const asPlanned: Switchboard = {
  async refresh() {},
  expire() {},
  isFrozen: () => false,
  guidance: () => NO_GUIDANCE,
  isLenient: () => false,
  canaries: () => [],
  armsOf: () => null,
  route: () => null,
  observe: () => [],
  takeChanges: () => [],
};

export function createSwitchboard(store: Queries, clock: Clock): Switchboard {
  let revision = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let frozen: ReadonlySet<string> = new Set();
  let overrides: readonly PolicyRule[] = [];
  let canaries: readonly Canary[] = [];
  const governor = createGovernor();

  const look = async (): Promise<void> => {
    const startedAt = clock.monotonic();
    const [row] = await store.all<{ revision: number }>('SELECT revision FROM bus_control WHERE id = 1');
    if (row!.revision !== revision) {
      overrides = (await readOverrides(store)).map(({ rule }) => rule);
      governor.learn(await readBreakers(store));
      frozen = new Set((await readFreezes(store)).map(routeOf));
      canaries = (await readCanaries(store)).map(({ canary }) => canary);
      revision = row!.revision;
    }
    lookedAt = startedAt;
  };
  const isFrozen = (reference: ToolReference): boolean =>
    frozen.size > 0 && (frozen.has(routeOf(reference)) || frozen.has(routeOf({ ...reference, hash: '' })));

  return {
    async refresh() {
      if (clock.monotonic() - lookedAt < LOOK_EVERY_MS) return;
      looking ??= look().finally(() => {
        looking = null;
      });
      await looking;
    },
    expire() {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
    isFrozen,
    guidance(execution, now) {
      const { phase } = execution;
      const idle = phase.name !== 'running';
      return {
        overrides,
        mayRetry: idle || governor.mayRetry(plannedSpec(execution, phase.call).tool, now),
      };
    },
    isLenient: (execution, call) => isLenient(execution, call, overrides),
    canaries: () => canaries,
    armsOf: (order) => armsOf(order, canaries),
    observe: governor.observe,
    takeChanges: governor.takeChanges,
    route(execution, now) {
      const { phase } = execution;
      if (phase.name !== 'ready') return null;
      const { target } = phase.call;
      if (target !== undefined && !isFrozen(target)) return null;
      const planned = plannedSpec(execution, phase.call);
      const taken = execution.arms?.[routeOf(planned)];
      const routing = chooseRoute(taken === undefined ? planned : inArm(planned, taken), {
        frozen: isFrozen,
      });
      if (routing.type === 'refuse') return routing;
      // Only new work is held off: questions and compensations bring to an end what has begun.
      const admission = phase.call.kind === 'step' ? governor.admit(routeOf(routing.target), now) : 'pass';
      if (admission === 'refuse') return { type: 'refuse', code: 'SERVICE_UNAVAILABLE' };
      if (admission === 'probe') return { ...routing, reason: 'probe' };
      if (routing.reason !== 'planned') return routing;
      return routeOf(routing.target) === routeOf(planned) ? null : { ...routing, reason: 'canary' };
    },
  };
}
