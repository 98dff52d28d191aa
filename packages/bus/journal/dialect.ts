import type { Dialect, Store } from '@hermes-agent/store';

type ColumnType = 'text' | 'bigint' | 'double precision';

/** The few words that SQLite and PostgreSQL spell differently. */
export interface JournalSql {
  /** A row source over a JSON array of objects in parameter `$n`, so that one statement takes any number of rows. */
  rows(parameter: string, columns: Readonly<Record<string, ColumnType>>): string;
  /** A one-column row source over a JSON array of texts. */
  texts(parameter: string): string;
  /** Locks what a SELECT reads until the transaction ends; `skip` passes over rows that others hold. */
  lock(alias: string, skip?: boolean): string;
  /** `sequence` column and its value in an INSERT … SELECT, or nothing where the database numbers by itself. */
  readonly sequence: { readonly column: string; readonly value: string };
  /** A condition that holds for sequences that no transaction still under way can precede. */
  readonly settledSequence: string;
}

/**
 * One transaction writes at most this many messages. On PostgreSQL a sequence is the transaction's id times this,
 * plus a position: readers stop before the oldest transaction still under way, so a cursor never passes over a
 * row that commits late, as it would with numbers from a SEQUENCE.
 */
export const SEQUENCES_PER_TRANSACTION = 4_096;

const sqlite: JournalSql = {
  rows: (parameter, columns) =>
    `(SELECT ${Object.keys(columns)
      .map((column) => `value ->> '${column}' AS ${column}`)
      .join(', ')} FROM json_each(${parameter})) AS r`,
  texts: (parameter) => `(SELECT value FROM json_each(${parameter}))`,
  lock: () => '',
  sequence: { column: '', value: '' },
  settledSequence: '1 = 1',
};

const BASE = '(SELECT sequence_base FROM bus_clock)';

const postgres: JournalSql = {
  rows: (parameter, columns) =>
    `json_to_recordset(${parameter}::json) AS r(${Object.entries(columns)
      .map(([column, type]) => `${column} ${type}`)
      .join(', ')})`,
  texts: (parameter) => `(SELECT json_array_elements_text(${parameter}::json))`,
  lock: (alias, skip = false) => `FOR UPDATE OF ${alias}${skip ? ' SKIP LOCKED' : ''}`,
  sequence: {
    column: 'sequence, ',
    value: `(pg_current_xact_id()::text::bigint + ${BASE}) * ${SEQUENCES_PER_TRANSACTION} + r.position, `,
  },
  settledSequence: `sequence < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ${BASE}) * ${SEQUENCES_PER_TRANSACTION}`,
};

export const journalSql = (dialect: Dialect): JournalSql => (dialect === 'sqlite' ? sqlite : postgres);

/**
 * A database restored into another cluster meets smaller transaction ids than its rows were numbered with. The
 * base is raised until new sequences come after all old ones.
 */
export async function alignSequences(store: Store): Promise<void> {
  await store.run(
    `UPDATE bus_clock SET sequence_base = sequence_base + behind.by
     FROM (SELECT greatest(
         coalesce((SELECT max(sequence) FROM bus_message), 0),
         coalesce((SELECT max(sequence) FROM bus_conclusion), 0)) / ${SEQUENCES_PER_TRANSACTION} + 1
       - (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ${BASE}) AS by) AS behind
     WHERE behind.by > 0`,
  );
}
