import type { JsonValue } from '@hermes-agent/core';
import type { Queries } from '@hermes-agent/store';
import { writeBreaker } from '../breaker/row.ts';
import type { ExecutionEvent } from '../execution/event.ts';
import type { Execution } from '../execution/state.ts';
import type { SideEffect, Transition, Verdict } from '../execution/transition.ts';
import { step } from '../execution.ts';
import { type Message, SENDERS } from '../message/message.ts';
import type { Order } from '../order/order.ts';
import { freeze } from '../route/freeze.ts';
import type { Switchboard } from '../route/switchboard.ts';
import { type ConclusionStatus, concludeFrom } from './conclusion.ts';
import type { JournalSql } from './dialect.ts';
import type { Committed } from './port.ts';
import { EXECUTION_COLUMNS, fromRow, toRow } from './row.ts';

const MESSAGE_COLUMNS = {
  position: 'bigint',
  execution_id: 'text',
  call_id: 'text',
  fence: 'bigint',
  type: 'text',
  sender: 'text',
  at: 'bigint',
  envelope: 'text',
  body: 'text',
} as const;

const CONCLUSION_COLUMNS = {
  position: 'bigint',
  execution_id: 'text',
  status: 'text',
  settled: 'bigint',
  at: 'bigint',
  body: 'text',
} as const;

const names = (columns: object): string => Object.keys(columns).join(', ');
const withoutPosition = (columns: object): string =>
  Object.keys(columns)
    .filter((column) => column !== 'position')
    .join(', ');

/** What one transaction reads and changes: executions by id, and what they say. */
export interface Ledger {
  /** Reads and locks executions, always in the order of their ids, so that no two transactions wait for each other. */
  load(ids: readonly string[]): Promise<void>;
  get(id: string): Execution | undefined;
  /** Puts down orders that are new; resolves to the ids that were. */
  insertOrders(
    orders: readonly { readonly order: Order; readonly digest: string }[],
  ): Promise<ReadonlySet<string>>;
  enter(execution: Execution, effects: readonly SideEffect[]): void;
  apply(id: string, event: ExecutionEvent): Verdict;
  /** Settles anew what a ready call runs: the world may have changed while it waited. */
  direct(id: string): void;
  /** Writes all changes made since the last time. */
  flush(): Promise<void>;
  readonly committed: readonly Committed[];
}

export function openLedger(queries: Queries, sql: JournalSql, switchboard: Switchboard, now: number): Ledger {
  const executions = new Map<string, Execution>();
  const changed = new Set<string>();
  const committed: Committed[] = [];
  /** Freezes of what was frozen already: nobody needs to hear of them. */
  const stale = new Set<SideEffect>();
  let freezes: Extract<SideEffect, { type: 'freeze' }>[] = [];
  let messages: JsonValue[] = [];
  let conclusions: JsonValue[] = [];
  let messageCount = 0;
  let conclusionCount = 0;

  const put = (execution: Execution, effects: readonly SideEffect[]): void => {
    const id = execution.order.requestId;
    executions.set(id, execution);
    changed.add(id);
    committed.push({ execution, effects });
    for (const effect of effects) {
      if (effect.type === 'message') messages.push(messageRow(effect.message, messageCount++, now));
      if (effect.type === 'conclusion') {
        conclusions.push(conclusionRow(execution, effect.status, effect.code, conclusionCount++, now));
      }
      if (effect.type === 'freeze') freezes.push(effect);
    }
  };

  /** Settles what a ready call runs. A refusal may release a compensation, which is routed in its turn. */
  const direct = (id: string): void => {
    for (;;) {
      const execution = executions.get(id)!;
      const routing = switchboard.route(execution, now);
      if (routing === null) return;
      const routed = step(execution, { type: 'routed', routing }, now);
      put(routed.execution, routed.effects);
    }
  };
  const enter: Ledger['enter'] = (execution, effects) => {
    put(execution, effects);
    direct(execution.order.requestId);
  };

  return {
    get committed() {
      if (stale.size === 0) return committed;
      return committed.map(({ execution, effects }) => ({
        execution,
        effects: effects.filter((effect) => !stale.has(effect)),
      }));
    },
    async load(ids) {
      const missing = [...new Set(ids)].filter((id) => !executions.has(id)).sort();
      if (missing.length === 0) return;
      const rows = await queries.all<{ id: string; state: string; body: string }>(
        `SELECT e.id, e.state, o.body FROM bus_execution e JOIN bus_order o ON o.id = e.id
         WHERE e.id IN ${sql.texts('$1')} ORDER BY e.id ${sql.lock('e')}`,
        [JSON.stringify(missing)],
      );
      for (const row of rows) executions.set(row.id, fromRow(row));
    },
    get: (id) => executions.get(id),
    async insertOrders(orders) {
      if (orders.length === 0) return new Set();
      const sorted = [...orders].sort((left, right) =>
        left.order.requestId < right.order.requestId ? -1 : 1,
      );
      const rows = await queries.all<{ id: string }>(
        `INSERT INTO bus_order (id, digest, body, submitted_at)
         SELECT id, digest, body, submitted_at
         FROM ${sql.rows('$1', { id: 'text', digest: 'text', body: 'text', submitted_at: 'bigint' })}
         WHERE 1 = 1 ON CONFLICT (id) DO NOTHING RETURNING id`,
        [
          JSON.stringify(
            sorted.map(({ order, digest }) => ({
              id: order.requestId,
              digest,
              body: JSON.stringify(order),
              submitted_at: now,
            })),
          ),
        ],
      );
      return new Set(rows.map(({ id }) => id));
    },
    enter,
    direct,
    apply(id, event) {
      const before = executions.get(id)!;
      const guided = needsGuidance(event) ? { ...event, guidance: switchboard.guidance(before, now) } : event;
      const transition: Transition = step(before, guided, now);
      const { execution, effects, verdict } = transition;
      if (verdict === 'ignored') return verdict;
      enter(execution, [...effects, ...switchboard.observe(before, transition, now)]);
      return verdict;
    },
    async flush() {
      if (changed.size > 0) {
        const rows = [...changed].map((id) => toRow(executions.get(id)!, now));
        changed.clear();
        await queries.run(
          `INSERT INTO bus_execution (${names(EXECUTION_COLUMNS)})
           SELECT ${names(EXECUTION_COLUMNS)} FROM ${sql.rows('$1', EXECUTION_COLUMNS)} WHERE 1 = 1
           ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, status = excluded.status,
             attention = excluded.attention, route = excluded.route, rank = excluded.rank,
             due_at = excluded.due_at, changed_at = excluded.changed_at, ended_at = excluded.ended_at,
             state = excluded.state`,
          [JSON.stringify(rows)],
        );
        const routes = [...new Set(rows.map(({ route }) => route).filter((route) => route !== null))].sort();
        if (routes.length > 0) {
          await queries.run(
            `INSERT INTO bus_route (route) SELECT route FROM ${sql.rows('$1', { route: 'text' })} WHERE 1 = 1
             ON CONFLICT (route) DO NOTHING`,
            [JSON.stringify(routes.map((route) => ({ route })))],
          );
        }
      }
      for (const effect of freezes) {
        const fresh = await freeze(queries, { ...effect.target, code: effect.code, by: 'bus', at: now });
        if (!fresh) stale.add(effect);
      }
      freezes = [];
      for (const row of switchboard.takeChanges()) await writeBreaker(queries, row, now);
      if (messages.length > 0) {
        await queries.run(
          `INSERT INTO bus_message (${sql.sequence.column}${withoutPosition(MESSAGE_COLUMNS)})
           SELECT ${sql.sequence.value}${withoutPosition(MESSAGE_COLUMNS)}
           FROM ${sql.rows('$1', MESSAGE_COLUMNS)} WHERE 1 = 1
           ON CONFLICT (call_id, fence, type) DO NOTHING`,
          [JSON.stringify(messages)],
        );
        messages = [];
      }
      if (conclusions.length > 0) {
        await queries.run(
          `INSERT INTO bus_conclusion (${sql.sequence.column}${withoutPosition(CONCLUSION_COLUMNS)})
           SELECT ${sql.sequence.value}${withoutPosition(CONCLUSION_COLUMNS)}
           FROM ${sql.rows('$1', CONCLUSION_COLUMNS)}`,
          [JSON.stringify(conclusions)],
        );
        conclusions = [];
      }
    },
  };
}

/** The events that may end an attempt. */
const needsGuidance = (event: ExecutionEvent) =>
  event.type === 'reported' || event.type === 'due' || event.type === 'handed_back';

const messageRow = ({ type, envelope, body }: Message, position: number, now: number): JsonValue => ({
  position,
  execution_id: envelope.execution_id,
  call_id: envelope.request_id,
  fence: envelope.fence,
  type,
  sender: SENDERS[type],
  at: now,
  envelope: JSON.stringify(envelope),
  body: JSON.stringify(body),
});

const conclusionRow = (
  execution: Execution,
  status: ConclusionStatus,
  code: string | null,
  position: number,
  now: number,
): JsonValue => ({
  position,
  execution_id: execution.order.requestId,
  status,
  settled: status === 'pending' || status === 'needs_attention' ? 0 : 1,
  at: now,
  body: JSON.stringify(concludeFrom(execution, status, code)),
});
