import type { Store } from '@hermes-agent/store';
import { orderDigest } from '../order/digest.ts';
import { asPlanned, type Switchboard } from '../route/switchboard.ts';
import type { BacklogLimits } from './backlog.ts';
import { createCandidates } from './candidates.ts';
import { commitGroup, type Operation, type OperationResult } from './commit.ts';
import { alignSequences, journalSql } from './dialect.ts';
import { createGroupCommit } from './group-commit.ts';
import { DEFAULT_IN_FLIGHT, type InFlightLimits } from './in-flight.ts';
import type { Applied, Claim, Journal, OnCommitted, Submission } from './port.ts';
import {
  readAttention,
  readConclusionOf,
  readConclusions,
  readExecution,
  readMessages,
  readMessagesOf,
  readUnserved,
} from './read.ts';
import { MIGRATIONS } from './schema.ts';
import type { SteadyClock } from './steady-clock.ts';

/** Keeps a transaction short, and the messages of one below what a sequence can number. */
const GROUP_LIMIT = 64;
const CLAIM_LIMIT = 32;

export interface SqlJournalOptions {
  readonly store: Store;
  readonly time: SteadyClock;
  readonly limits: BacklogLimits;
  readonly inFlight?: InFlightLimits;
  /** What steers calls; without one everything runs as planned. */
  readonly switchboard?: Switchboard;
  readonly onCommitted: OnCommitted;
}

/** The journal over SQLite or PostgreSQL. Brings the schema up to date before it resolves. */
export function createSqlJournal({
  store,
  time,
  limits,
  inFlight = DEFAULT_IN_FLIGHT,
  switchboard = asPlanned,
  onCommitted,
}: SqlJournalOptions): Journal {
  const sql = journalSql(store.dialect);
  const context = { sql, limits, inFlight, candidates: createCandidates(sql), switchboard };
  const group = createGroupCommit<Operation, OperationResult>(async (operations) => {
    const now = await time.now();
    await switchboard.refresh();
    const { results, committed } = await store.transaction((queries) =>
      commitGroup(queries, operations, context, now),
    );
    onCommitted(committed, now);
    return results;
  }, GROUP_LIMIT);

  return {
    submit: async (order) =>
      (await group.run({ type: 'submit', order, digest: orderDigest(order) })) as Submission,
    apply: async (id, event) => (await group.run({ type: 'apply', id, event })) as Applied | null,
    cancel: async (id, reason) => (await group.run({ type: 'cancel', id, reason })) as Applied,
    async claim(request) {
      if (request.routes.length === 0) return [];
      const limit = Math.min(request.limit, CLAIM_LIMIT);
      return (await group.run({ type: 'claim', request: { ...request, limit } })) as readonly Claim[];
    },
    async sweep(limit) {
      const due = await store.all<{ id: string }>(
        'SELECT id FROM bus_execution WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
        [await time.now(), limit],
      );
      await Promise.all(due.map(({ id }) => group.run({ type: 'apply', id, event: { type: 'due' } })));
      return due.length;
    },
    async dueInMs() {
      const [row] = await store.all<{ due_at: number | null }>(
        'SELECT min(due_at) AS due_at FROM bus_execution WHERE due_at IS NOT NULL',
      );
      return row?.due_at == null ? null : Math.max(0, row.due_at - (await time.now()));
    },
    async routes() {
      const rows = await store.all<{ route: string }>('SELECT route FROM bus_route ORDER BY route');
      return rows.map(({ route }) => route);
    },
    get: (requestId) => readExecution(store, requestId),
    messages: (query) => readMessages(store, sql, query),
    messagesOf: (requestId) => readMessagesOf(store, requestId),
    conclusions: (query) => readConclusions(store, sql, query),
    conclusionOf: (requestId) => readConclusionOf(store, requestId),
    attention: (limit, tenant) => readAttention(store, limit, tenant),
    async unserved(olderThanMs) {
      const now = await time.now();
      return readUnserved(store, now - olderThanMs, now);
    },
  };
}

/** Brings the journal's tables to their newest form. */
export async function migrateJournal(store: Store): Promise<void> {
  await store.migrate('bus', MIGRATIONS);
  if (store.dialect === 'postgres') await alignSequences(store);
}
