import { begin, fenceOff, isFence } from '../execution/begin.ts';
import type { ExecutionEvent } from '../execution/event.ts';
import { dueAt, type Execution, type Phase } from '../execution/state.ts';
import type { Transition } from '../execution/transition.ts';
import { step } from '../execution.ts';
import type { Applied, Claim, Journal } from '../journal/port.ts';
import { firstDifference } from '../order/digest.ts';

/** The part of the journal that moves executions. */
export type MovingJournal = Pick<
  Journal,
  'submit' | 'apply' | 'cancel' | 'claim' | 'sweep' | 'dueInMs' | 'get'
>;

/** A journal in plain maps, with the same rules. `move` stands for `step`. */
export function createMemoryJournal(
  now: () => number,
  onCommitted: (transition: Transition) => void,
  move: typeof step = step,
): MovingJournal {
  const executions = new Map<string, Execution>();
  const enter = (transition: Transition): void => {
    executions.set(transition.execution.order.requestId, transition.execution);
    onCommitted(transition);
  };
  const feed = (id: string, event: ExecutionEvent): Applied | null => {
    const before = executions.get(id);
    if (before === undefined) return null;
    const transition = move(before, event, now());
    enter(transition);
    return { verdict: transition.verdict, execution: transition.execution };
  };
  const earliest = (): number | null => {
    const times = [...executions.values()].map(dueAt).filter((at) => at !== null);
    return times.length === 0 ? null : Math.min(...times);
  };
  return {
    async submit(order) {
      const existing = executions.get(order.requestId);
      if (existing === undefined) {
        const transition = begin(order, now());
        enter(transition);
        return { type: 'accepted', execution: transition.execution };
      }
      if (isFence(existing)) return { type: 'fenced' };
      const where = firstDifference(existing.order, order);
      return where === null ? { type: 'duplicate', execution: existing } : { type: 'conflict', where };
    },
    apply: async (id, event) => feed(id, event),
    async cancel(id, reason) {
      const applied = feed(id, { type: 'cancelled', reason });
      if (applied !== null) return applied;
      const execution = fenceOff(id, reason, now());
      executions.set(id, execution);
      return { verdict: 'applied', execution };
    },
    async claim({ worker, limit, leaseMs }) {
      const claims: Claim[] = [];
      for (const [id, { phase }] of executions) {
        if (claims.length >= limit) break;
        if (phase.name !== 'ready' || feed(id, { type: 'claimed', worker, leaseMs })?.verdict !== 'applied')
          continue;
        const execution = executions.get(id)!;
        const { call, limitMs } = execution.phase as Extract<Phase, { name: 'running' }>;
        claims.push({ execution, call, fence: execution.fence, limitMs });
      }
      return claims;
    },
    async sweep(limit) {
      const due = [...executions].filter(
        ([, execution]) => (dueAt(execution) ?? Number.POSITIVE_INFINITY) <= now(),
      );
      for (const [id] of due.slice(0, limit)) feed(id, { type: 'due' });
      return Math.min(due.length, limit);
    },
    async dueInMs() {
      const at = earliest();
      return at === null ? null : Math.max(0, at - now());
    },
    get: async (id) => executions.get(id) ?? null,
  };
}
