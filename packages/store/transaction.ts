import { AsyncLocalStorage } from 'node:async_hooks';
import { HermesError, systemClock, withDeadline } from '@hermes-agent/core';
import type { Queries, SqlValue } from './port.ts';

interface Scope {
  readonly store: object;
  open: boolean;
}

const running = new AsyncLocalStorage<Scope>();

/**
 * Runs `work` with queries that live exactly as long as it does, on both dialects alike:
 * - once a statement has failed, the transaction fails with it, even if `work` swallowed the error (PostgreSQL
 *   aborts such a transaction and would answer COMMIT with a silent ROLLBACK; SQLite would commit the rest);
 * - a query that outlives `work` is refused instead of slipping into somebody else's transaction;
 * - `work` that does not end within `limitMs` ends in `DEADLINE_EXCEEDED`: it holds locks that others wait for.
 * The limit runs in real time, as those others do, whatever clock a test injects.
 */
export async function runScoped<T>(
  store: object,
  queries: Queries,
  work: (queries: Queries) => Promise<T>,
  limitMs: number,
): Promise<T> {
  const scope: Scope = { store, open: true };
  let failure: { readonly thrown: unknown } | undefined;
  const guard = async <R>(query: () => Promise<R>): Promise<R> => {
    if (!scope.open) throw misuse('A query came after its transaction had ended', 'Await every query.');
    if (failure !== undefined) throw failure.thrown;
    try {
      return await query();
    } catch (thrown) {
      failure ??= { thrown };
      throw thrown;
    }
  };
  const scoped: Queries = {
    all: <R extends object>(sql: string, parameters?: readonly SqlValue[]) =>
      guard(() => queries.all<R>(sql, parameters)),
    run: (sql, parameters) => guard(() => queries.run(sql, parameters)),
  };
  try {
    const result = await withDeadline(systemClock, limitMs, () =>
      running.run(scope, async () => work(scoped)),
    );
    if (failure !== undefined) throw failure.thrown;
    return result;
  } finally {
    scope.open = false;
  }
}

/** Refuses the call that would wait for the very transaction it is made from. */
export function assertOutside(store: object): void {
  const scope = running.getStore();
  if (scope?.open && scope.store === store) {
    throw misuse(
      'The store was used inside its own transaction',
      'Use the queries handed to the transaction.',
    );
  }
}

const misuse = (message: string, hint: string): HermesError =>
  new HermesError('INTERNAL', message, { layer: 'store', hint });
