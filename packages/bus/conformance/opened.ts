import { type Clock, systemClock } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';

import { afterEach } from 'vitest';
import type { ToolOutcome } from '../execution/event.ts';
import { order, plannedStep } from '../fixture/order.ts';
import type { BacklogLimits } from '../journal/backlog.ts';
import type { InFlightLimits } from '../journal/in-flight.ts';
import type { Claim, Committed, Journal } from '../journal/port.ts';
import { createSqlJournal, migrateJournal } from '../journal/sql-journal.ts';
import { createSteadyClock } from '../journal/steady-clock.ts';
import type { Order } from '../order/order.ts';
import { createStillClock, type StillClock } from './still-clock.ts';

/** An empty place to keep things, that several processes could open. */
export interface StoreUnderTest {
  /** Another store over the same data; the suite closes it. */
  connect(clock: Clock): Promise<Store>;
  dispose(): Promise<void>;
}
export type OpenStoreUnderTest = () => Promise<StoreUnderTest>;

export interface JournalUnderTest {
  readonly clock: StillClock;
  readonly journal: Journal;
  readonly store: Store;
  readonly committed: Committed[];
  /** Another journal over the same data, as another process would have it. */
  connect(): Promise<{ journal: Journal; store: Store }>;
}

const UNLIMITED: InFlightLimits = { tool: 10_000, session: 10_000, tenant: 10_000 };
const ROOM: BacklogLimits = { bus: 10_000, tenant: 5_000, session: 5_000 };

/** Opens a journal for one test; everything opened is closed after it. */
export function openEach(open: OpenStoreUnderTest) {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  return async (
    limits: Partial<BacklogLimits> = {},
    inFlight: InFlightLimits = UNLIMITED,
  ): Promise<JournalUnderTest> => {
    const place = await open();
    closers.push(() => place.dispose());
    const clock = createStillClock();
    const committed: Committed[] = [];
    const connect = async () => {
      // The store waits for locks in real time, and tells the time of the test.
      const store = await place.connect({ ...systemClock, now: clock.now });
      closers.push(() => store.close());
      await migrateJournal(store);
      const journal = createSqlJournal({
        store,
        time: createSteadyClock(store, clock),
        limits: { ...ROOM, ...limits },
        inFlight,
        onCommitted: (news) => committed.push(...news),
      });
      return { journal, store };
    };
    return { clock, committed, connect, ...(await connect()) };
  };
}

let count = 0;

/** An order of one step, unlike any other. */
export function freshOrder(change: Partial<Order> = {}, step: Parameters<typeof plannedStep>[1] = {}): Order {
  count += 1;
  return order([plannedStep('pay', { timeoutMs: 60_000, ...step })], {
    requestId: `request-${count}`,
    ...change,
  });
}

export const PAY = 'pay@1.0.0#h1';

export const claimAll = (journal: Journal, worker = 'worker-1', limit = 32): Promise<readonly Claim[]> =>
  journal.claim({ worker, routes: [PAY], limit, leaseMs: 15_000 });

export const report = (journal: Journal, { execution, call, fence }: Claim, outcome: ToolOutcome) =>
  journal.apply(execution.order.requestId, { type: 'reported', call, fence, outcome });
