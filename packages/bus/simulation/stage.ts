import { systemClock } from '@hermes-agent/core';
import { openSqlite } from '@hermes-agent/store';
import { step } from '../execution.ts';
import { createSqlJournal, migrateJournal } from '../journal/sql-journal.ts';
import { createSteadyClock } from '../journal/steady-clock.ts';
import { createMemoryJournal, type MovingJournal } from './memory-journal.ts';
import type { OpenStage } from './simulate.ts';
import { createSteadyTime } from './steady-time.ts';

/** A journal without a disk, fast enough for thousands of histories. `step` may be replaced by a broken one. */
export const inMemory =
  (move = step): OpenStage =>
  async (clock, onCommitted) => ({
    journal: createMemoryJournal(createSteadyTime(clock), onCommitted, move),
    // After all that can still run without time going on.
    settle: () => new Promise((resolve) => process.nextTick(resolve)),
    async close() {},
  });

const ROOM = { bus: 100, tenant: 100, session: 100 };

/** The journal that ships, on SQLite. */
export const inSqlite: OpenStage = async (clock, onCommitted) => {
  // The store waits for locks in real time, and tells the time of the history.
  const store = await openSqlite({ file: ':memory:', clock: { ...systemClock, now: clock.now } });
  await migrateJournal(store);
  const underWay = new Set<Promise<unknown>>();
  const journal = createSqlJournal({
    store,
    time: createSteadyClock(store, clock),
    limits: ROOM,
    onCommitted: (committed) => {
      for (const each of committed) onCommitted(each);
    },
  });
  const track = <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) => {
    return (...args: Args): Promise<Answer> => {
      const answer = ask(...args);
      const settled: Promise<unknown> = answer.then(
        () => underWay.delete(settled),
        () => underWay.delete(settled),
      );
      underWay.add(settled);
      return answer;
    };
  };
  const tracked: MovingJournal = {
    submit: track(journal.submit),
    apply: track(journal.apply),
    cancel: track(journal.cancel),
    claim: track(journal.claim),
    sweep: track(journal.sweep),
    dueInMs: track(journal.dueInMs),
    get: track(journal.get),
  };
  return {
    journal: tracked,
    async settle() {
      do {
        await Promise.all(underWay);
        await new Promise((resolve) => setImmediate(resolve));
      } while (underWay.size > 0);
    },
    close: () => store.close(),
  };
};
