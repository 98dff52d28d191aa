import type { JsonValue } from '@hermes-agent/core';
import type { Queries, Store } from '@hermes-agent/store';
import { journalSql } from '../journal/dialect.ts';

export interface RetireQuery {
  /** Only what ended before, in milliseconds since the epoch. */
  readonly endedBefore: number;
  /** Only what every reader of conclusions has passed: their smallest cursor. */
  readonly readUpTo: number;
  /** Executions in one transaction, so that nobody waits long; 100 by default. */
  readonly limit?: number;
}

/** All that the journal holds of one execution. What was sealed stays sealed. */
export interface RetiredExecution {
  readonly id: string;
  readonly order: JsonValue;
  readonly state: JsonValue;
  readonly messages: readonly JsonValue[];
  readonly conclusions: readonly JsonValue[];
}

/** Keeps what leaves the journal elsewhere. It leaves only after this has resolved. */
export type KeepRetired = (executions: readonly RetiredExecution[]) => Promise<void>;

const LIMIT_DEFAULT = 100;

interface Row {
  readonly id: string;
  readonly state: string;
  readonly body: string;
  readonly changed_at: number;
}

/** Takes one batch of ended executions out of the journal. Resolves to how many there were to look at; 0: no more. */
export async function retire(store: Store, query: RetireQuery, keep: KeepRetired): Promise<number> {
  const rows = await store.all<Row>(
    `SELECT e.id, e.state, o.body, e.changed_at FROM bus_execution e JOIN bus_order o ON o.id = e.id
     WHERE e.phase = 'ended' AND e.attention = 0 AND e.ended_at < $1 AND NOT EXISTS
       (SELECT 1 FROM bus_conclusion c WHERE c.execution_id = e.id AND c.sequence > $2)
     ORDER BY e.ended_at LIMIT $3`,
    [query.endedBefore, query.readUpTo, query.limit ?? LIMIT_DEFAULT],
  );
  if (rows.length === 0) return 0;
  await keep(await Promise.all(rows.map((row) => wholeOf(store, row))));
  await store.transaction((queries) => remove(queries, store, rows));
  return rows.length;
}

async function wholeOf(queries: Queries, { id, state, body }: Row): Promise<RetiredExecution> {
  const parse = ({ body: text, envelope, ...rest }: { body: string; envelope?: string }): JsonValue => ({
    ...rest,
    ...(envelope === undefined ? {} : { envelope: JSON.parse(envelope) as JsonValue }),
    body: JSON.parse(text) as JsonValue,
  });
  const messages = await queries.all<{ body: string; envelope: string }>(
    'SELECT sequence, type, sender, at, envelope, body FROM bus_message WHERE execution_id = $1 ORDER BY sequence',
    [id],
  );
  const conclusions = await queries.all<{ body: string }>(
    'SELECT sequence, status, at, body FROM bus_conclusion WHERE execution_id = $1 ORDER BY sequence',
    [id],
  );
  return {
    id,
    order: JSON.parse(body) as JsonValue,
    state: JSON.parse(state) as JsonValue,
    messages: messages.map(parse),
    conclusions: conclusions.map(parse),
  };
}

/** Deletes those that are still as they were read: a late message may have come to one meanwhile. */
async function remove(queries: Queries, store: Store, rows: readonly Row[]): Promise<void> {
  const sql = journalSql(store.dialect);
  const current = await queries.all<{ id: string; changed_at: number }>(
    `SELECT e.id, e.changed_at FROM bus_execution e
     WHERE e.id IN ${sql.texts('$1')} AND e.phase = 'ended' AND e.attention = 0 ORDER BY e.id ${sql.lock('e')}`,
    [JSON.stringify(rows.map(({ id }) => id))],
  );
  const readAt = new Map(rows.map(({ id, changed_at }) => [id, changed_at]));
  const ids = JSON.stringify(
    current.filter(({ id, changed_at }) => readAt.get(id) === changed_at).map(({ id }) => id),
  );
  await queries.run(
    `INSERT INTO bus_retiring (id) SELECT e.id FROM bus_execution e WHERE e.id IN ${sql.texts('$1')}`,
    [ids],
  );
  for (const [table, column] of [
    ['bus_message', 'execution_id'],
    ['bus_conclusion', 'execution_id'],
    ['bus_execution', 'id'],
    ['bus_order', 'id'],
    ['bus_retiring', 'id'],
  ]) {
    await queries.run(`DELETE FROM ${table} WHERE ${column} IN ${sql.texts('$1')}`, [ids]);
  }
}
