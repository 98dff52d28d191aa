import { specOf } from '../execution/call.ts';
import type { Execution } from '../execution/state.ts';
import type { SideEffect, Transition } from '../execution/transition.ts';
import { routeOf } from '../order/order.ts';
import { earn, fullBudget, mayRetry, type RetryBudget, spend } from '../retry/budget.ts';
import { admit, type Breaker, CLOSED, heard, probing } from './breaker.ts';
import { changed } from './changed.ts';
import type { BreakerRow } from './row.ts';

/** Keeps what goes out to a tool within what it can take: its breakers, and its budget of retries. */
export interface Governor {
  mayRetry(tool: string, now: number): boolean;
  /** Whether a new call to a route may go out; the one that tries is counted as gone. */
  admit(route: string, now: number): 'pass' | 'probe' | 'refuse';
  /** Learns from what `step` made of an event; resolves to what there is to tell. */
  observe(before: Execution, transition: Transition, now: number): readonly SideEffect[];
  /** What other processes found out. */
  learn(rows: readonly BreakerRow[]): void;
  /** Breakers that have changed since the last time, for the store. */
  takeChanges(): readonly BreakerRow[];
}

/** The service was not there, or not there in time. What it says about the input counts as service. */
const REFUSALS: ReadonlySet<string> = new Set([
  'SERVICE_UNAVAILABLE',
  'CONNECTION_LOST',
  'EXECUTE_TIMEOUT',
  'RATE_LIMITED',
]);
/** They say nothing about the service. */
const SILENT: ReadonlySet<string> = new Set(['WORKER_LOST', 'CANCELLED']);

export function createGovernor(): Governor {
  const breakers = new Map<string, Breaker>();
  const budgets = new Map<string, RetryBudget>();
  const dirty = new Set<string>();
  const breakerOf = (route: string): Breaker => breakers.get(route) ?? CLOSED;
  const budgetOf = (tool: string, now: number): RetryBudget => budgets.get(tool) ?? fullBudget(now);

  const put = (route: string, breaker: Breaker): void => {
    if (breaker.state !== breakerOf(route).state || breaker.retryAt !== breakerOf(route).retryAt)
      dirty.add(route);
    breakers.set(route, breaker);
  };

  return {
    mayRetry: (tool, now) => mayRetry(budgetOf(tool, now), now),
    admit(route, now) {
      const breaker = breakers.get(route);
      if (breaker === undefined) return 'pass';
      const admission = admit(breaker, now);
      if (admission === 'probe') put(route, probing(breaker, now));
      return admission;
    },
    observe(before, { execution, effects }, now) {
      const { phase } = before;
      if (
        phase.name === 'ready' &&
        execution.phase.name === 'running' &&
        execution.phase.call.attempt === 1
      ) {
        const { tool } = specOf(execution, execution.phase.call);
        budgets.set(tool, earn(budgetOf(tool, now), now));
      }
      if (phase.name !== 'running') return [];
      const spec = specOf(before, phase.call);
      if (execution.phase.name === 'backing_off')
        budgets.set(spec.tool, spend(budgetOf(spec.tool, now), now));
      const ended = effects.find((effect) => effect.type === 'moment' && effect.moment.name === 'attempt');
      if (ended?.type !== 'moment' || SILENT.has(ended.moment.code)) return [];
      const route = routeOf(spec);
      const old = breakerOf(route);
      const next = heard(old, !REFUSALS.has(ended.moment.code), now);
      put(route, next);
      // That a trial was refused is no news: it is still open.
      if ((next.state === 'closed') === (old.state === 'closed')) return [];
      return changed(before, phase.call, next, now);
    },
    learn(rows) {
      const told = new Map(rows.map((row) => [row.route, row]));
      for (const [route, breaker] of breakers) {
        if (!told.has(route) && breaker.state !== 'closed' && !dirty.has(route)) breakers.set(route, CLOSED);
      }
      for (const { route, state, retryAt, streak } of rows) {
        if (!dirty.has(route)) breakers.set(route, { state, retryAt, streak, seconds: [] });
      }
    },
    takeChanges() {
      const rows = [...dirty].map((route) => ({ route, ...breakerOf(route) }));
      dirty.clear();
      return rows.map(({ route, state, retryAt, streak }) => ({ route, state, retryAt, streak }));
    },
  };
}
