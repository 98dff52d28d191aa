import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { HermesError } from '@hermes-agent/core';
import { assertPlainText } from '../plain-text.ts';
import type { SqlValue } from '../port.ts';
import { sqliteError } from './error.ts';

const STATEMENTS_KEPT = 400;

interface Prepared {
  readonly statement: StatementSync;
  readonly takes: number;
}

/** One `node:sqlite` handle with its prepared statements. Synchronous; never waits for a lock (`timeout: 0`). */
export class Connection {
  readonly #database: DatabaseSync;
  /** In the order of their last use; the first goes when there are too many. */
  readonly #statements = new Map<string, Prepared>();

  constructor(file: string) {
    try {
      this.#database = new DatabaseSync(file, { timeout: 0 });
    } catch (cause) {
      throw sqliteError(cause);
    }
  }

  /** False as soon as SQLite has rolled back by itself, as it does when the disk is full. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  execute(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (cause) {
      throw sqliteError(cause);
    }
  }

  all<T extends object>(sql: string, parameters: readonly SqlValue[]): T[] {
    try {
      return this.#prepare(sql, parameters).all(named(parameters)) as T[];
    } catch (cause) {
      throw sqliteError(cause);
    }
  }

  run(sql: string, parameters: readonly SqlValue[]): number {
    try {
      return Number(this.#prepare(sql, parameters).run(named(parameters)).changes);
    } catch (cause) {
      throw sqliteError(cause);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string, parameters: readonly SqlValue[]): StatementSync {
    assertPlainText(parameters);
    let prepared = this.#statements.get(sql);
    if (prepared !== undefined) this.#statements.delete(sql);
    else prepared = { statement: this.#database.prepare(sql), takes: countParameters(sql) };
    this.#statements.set(sql, prepared);
    if (this.#statements.size > STATEMENTS_KEPT) {
      this.#statements.delete(this.#statements.keys().next().value!);
    }
    if (parameters.length !== prepared.takes) {
      throw new HermesError(
        'INTERNAL',
        `The statement takes ${prepared.takes} parameters, not ${parameters.length}`,
        {
          layer: 'store',
        },
      );
    }
    return prepared.statement;
  }
}

/** SQLite takes NULL for a parameter that is not given; PostgreSQL refuses, and so does the port. */
const countParameters = (sql: string): number =>
  Math.max(0, ...Array.from(sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));

/** `$1` is a named parameter to SQLite, so both dialects read the same text. */
function named(parameters: readonly SqlValue[]): Record<string, SqlValue | bigint> {
  const record: Record<string, SqlValue | bigint> = {};
  for (let index = 0; index < parameters.length; index += 1) {
    const value = parameters[index]!;
    // The driver binds every number as REAL, and `'a' || 1.0` is not 'a1'; a BigInt is bound as INTEGER.
    record[`$${index + 1}`] =
      typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  return record;
}
