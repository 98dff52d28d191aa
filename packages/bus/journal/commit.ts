import type { Queries } from '@hermes-agent/store';
import { begin, fenceOff, isFence } from '../execution/begin.ts';
import { specOf } from '../execution/call.ts';
import type { ExecutionEvent } from '../execution/event.ts';
import type { Phase } from '../execution/state.ts';
import { firstDifference } from '../order/digest.ts';
import { type Order, routeOf } from '../order/order.ts';
import type { Switchboard } from '../route/switchboard.ts';
import { type BacklogLimits, createBacklog } from './backlog.ts';
import type { createCandidates } from './candidates.ts';
import type { JournalSql } from './dialect.ts';
import { type InFlightLimits, readInFlight } from './in-flight.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { Applied, Claim, ClaimRequest, Committed, Submission } from './port.ts';

/** One wish of a group. */
export type Operation =
  | { readonly type: 'submit'; readonly order: Order; readonly digest: string }
  | { readonly type: 'apply'; readonly id: string; readonly event: ExecutionEvent }
  | { readonly type: 'cancel'; readonly id: string; readonly reason: string }
  | { readonly type: 'claim'; readonly request: ClaimRequest };

type Submit = Extract<Operation, { type: 'submit' }>;

export type OperationResult = Submission | Applied | null | readonly Claim[];

export interface CommitContext {
  readonly sql: JournalSql;
  readonly limits: BacklogLimits;
  readonly inFlight: InFlightLimits;
  readonly candidates: ReturnType<typeof createCandidates>;
  readonly switchboard: Switchboard;
}

/**
 * Carries out a group of operations in one transaction. Orders first, then events, then claims: rows are always
 * taken in the same order, so transactions never wait for each other in a circle; and a call that one operation
 * releases can be claimed by the next.
 */
export async function commitGroup(
  queries: Queries,
  operations: readonly Operation[],
  { sql, limits, inFlight, candidates, switchboard }: CommitContext,
  now: number,
): Promise<{ results: OperationResult[]; committed: readonly Committed[] }> {
  const ledger = openLedger(queries, sql, switchboard, now);
  const results = new Map<Operation, OperationResult>();
  await ledger.load(operations.map(idOf).filter((id) => id !== null));

  const submits = operations.filter((operation) => operation.type === 'submit');
  if (submits.length > 0) await submitAll(ledger, queries, submits, { limits, switchboard }, now, results);

  for (const operation of operations) {
    if (operation.type === 'apply') results.set(operation, applyOne(ledger, operation.id, operation.event));
    if (operation.type === 'cancel') results.set(operation, await cancelOne(ledger, operation, now));
  }
  await ledger.flush();

  for (const operation of operations) {
    if (operation.type !== 'claim') continue;
    results.set(
      operation,
      await claimSome(ledger, queries, operation.request, { inFlight, candidates, switchboard }),
    );
    await ledger.flush();
  }
  return { results: operations.map((operation) => results.get(operation)!), committed: ledger.committed };
}

const idOf = (operation: Operation): string | null => {
  if (operation.type === 'submit') return operation.order.requestId;
  return operation.type === 'claim' ? null : operation.id;
};

async function submitAll(
  ledger: Ledger,
  queries: Queries,
  submits: readonly Submit[],
  { limits, switchboard }: Pick<CommitContext, 'limits' | 'switchboard'>,
  now: number,
  results: Map<Operation, OperationResult>,
): Promise<void> {
  const backlog = createBacklog(queries, limits);
  const fresh = new Map<string, { readonly submit: Submit; readonly behind: number }>();
  for (const submit of submits) {
    const id = submit.order.requestId;
    if (ledger.get(id) !== undefined || fresh.has(id)) continue;
    const admitted = await backlog.admit(submit.order);
    if (admitted.type === 'full') results.set(submit, admitted);
    else fresh.set(id, { submit, behind: admitted.behind });
  }
  const inserted = await ledger.insertOrders([...fresh.values()].map(({ submit }) => submit));
  for (const id of inserted) {
    const { submit, behind } = fresh.get(id)!;
    const { execution, effects } = begin(submit.order, now, switchboard.armsOf(submit.order), behind);
    ledger.enter(execution, effects);
    results.set(submit, { type: 'accepted', execution });
  }
  // Another process was faster with some of them.
  await ledger.load(submits.map(({ order }) => order.requestId));
  for (const submit of submits) {
    const existing = ledger.get(submit.order.requestId);
    if (results.has(submit) || existing === undefined) continue;
    const where = firstDifference(existing.order, submit.order);
    if (isFence(existing)) results.set(submit, { type: 'fenced' });
    else if (where === null) results.set(submit, { type: 'duplicate', execution: existing });
    else results.set(submit, { type: 'conflict', where });
  }
}

function applyOne(ledger: Ledger, id: string, event: ExecutionEvent): Applied | null {
  if (ledger.get(id) === undefined) return null;
  const verdict = ledger.apply(id, event);
  return { verdict, execution: ledger.get(id)! };
}

async function cancelOne(
  ledger: Ledger,
  { id, reason }: Extract<Operation, { type: 'cancel' }>,
  now: number,
): Promise<Applied> {
  const applied = applyOne(ledger, id, { type: 'cancelled', reason });
  if (applied !== null) return applied;
  const fence = fenceOff(id, reason, now);
  const inserted = await ledger.insertOrders([{ order: fence.order, digest: '' }]);
  if (inserted.has(id)) {
    ledger.enter(fence, []);
    return { verdict: 'applied', execution: fence };
  }
  await ledger.load([id]);
  return applyOne(ledger, id, { type: 'cancelled', reason })!;
}

async function claimSome(
  ledger: Ledger,
  queries: Queries,
  { worker, routes, limit, leaseMs }: ClaimRequest,
  { inFlight, candidates, switchboard }: Pick<CommitContext, 'inFlight' | 'candidates' | 'switchboard'>,
): Promise<readonly Claim[]> {
  const running = await readInFlight(queries, inFlight);
  const ids = await candidates(queries, running, routes, limit);
  await ledger.load(ids);
  const held = new Set(routes);
  const claims: Claim[] = [];
  for (const id of ids) {
    ledger.direct(id);
    const ready = ledger.get(id)!;
    if (ready.phase.name !== 'ready' || !held.has(routeOf(specOf(ready, ready.phase.call)))) continue;
    if (ledger.apply(id, { type: 'claimed', worker, leaseMs }) !== 'applied') continue;
    const execution = ledger.get(id)!;
    const { call, limitMs } = execution.phase as Extract<Phase, { name: 'running' }>;
    const lenient = switchboard.isLenient(execution, call) ? ({ lenient: true } as const) : {};
    claims.push({ execution, call, fence: execution.fence, limitMs, ...lenient });
  }
  return claims;
}
