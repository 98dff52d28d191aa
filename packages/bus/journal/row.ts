import { specOf } from '../execution/call.ts';
import { dueAt, type Execution, hasMatters } from '../execution/state.ts';
import { type Order, routeOf } from '../order/order.ts';
import { rankOf } from './rank.ts';

/** An execution as its table keeps it: what queries look for in columns, all of it as JSON in `state`. */
export interface ExecutionRow {
  readonly id: string;
  readonly tenant: string;
  readonly session_id: string;
  readonly phase: string;
  readonly status: string;
  readonly attention: number;
  readonly route: string | null;
  readonly rank: number | null;
  readonly due_at: number | null;
  readonly changed_at: number;
  readonly ended_at: number | null;
  readonly state: string;
}

export const EXECUTION_COLUMNS = {
  id: 'text',
  tenant: 'text',
  session_id: 'text',
  phase: 'text',
  status: 'text',
  attention: 'bigint',
  route: 'text',
  rank: 'double precision',
  due_at: 'bigint',
  changed_at: 'bigint',
  ended_at: 'bigint',
  state: 'text',
} as const satisfies Record<keyof ExecutionRow, string>;

export function toRow(execution: Execution, now: number): ExecutionRow {
  const { order, ...state } = execution;
  const { phase } = execution;
  const ready = phase.name === 'ready' ? phase : null;
  const onRoute = phase.name === 'ready' || phase.name === 'running' ? phase : null;
  return {
    id: order.requestId,
    tenant: order.tenant,
    session_id: order.sessionId,
    phase: phase.name,
    status: execution.told,
    attention: hasMatters(execution) ? 1 : 0,
    route: onRoute === null ? null : routeOf(specOf(execution, onRoute.call)),
    rank: ready === null ? null : rankOf(order.priority, ready.since, execution.behind),
    due_at: dueAt(execution),
    changed_at: now,
    ended_at: phase.name === 'ended' ? phase.at : null,
    state: JSON.stringify(state),
  };
}

export const fromRow = (row: { readonly state: string; readonly body: string }): Execution => ({
  ...(JSON.parse(row.state) as Omit<Execution, 'order'>),
  order: JSON.parse(row.body) as Order,
});
