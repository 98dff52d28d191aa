import { systemClock } from '@hermes-agent/core';
import { openSqlite } from '@hermes-agent/store';
import { createFakeClock, verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { step } from '../execution.ts';
import { createSqlJournal, migrateJournal } from '../journal/sql-journal.ts';
import { createSteadyClock } from '../journal/steady-clock.ts';
import { createMemoryJournal } from './memory-journal.ts';
import { type OpenStage, simulate } from './simulate.ts';

const inMemory =
  (move = step): OpenStage =>
  async (onCommitted) => {
    let now = 1_000_000;
    return {
      journal: createMemoryJournal(() => now, onCommitted, move),
      async advance(milliseconds) {
        now += milliseconds;
      },
      jump() {},
      async close() {},
    };
  };

const inSqlite: OpenStage = async (onCommitted) => {
  const clock = createFakeClock();
  const store = await openSqlite({ file: ':memory:', clock: { ...systemClock, now: clock.now } });
  await migrateJournal(store);
  const journal = createSqlJournal({
    store,
    time: createSteadyClock(store, clock),
    limits: { bus: 100, tenant: 100, session: 100 },
    onCommitted: (committed) => {
      for (const each of committed) onCommitted(each);
    },
  });
  return {
    journal,
    advance: (milliseconds) => clock.advance(milliseconds),
    jump: (milliseconds) => clock.setWall(clock.now() + milliseconds),
    close: () => store.close(),
  };
};

async function findBroken(from: number, to: number, open: OpenStage): Promise<string[]> {
  for (let seed = from; seed < to; seed += 1) {
    const { broken, history } = await simulate(seed, open);
    if (broken.length > 0) return [`seed ${seed}`, ...broken, ...history];
  }
  return [];
}

test('whatever crashes, stalls, repeats or is late: one end each, no effect twice, none forgotten', async () => {
  verifies('M4', 'M9', 'M10');
  expect(await findBroken(0, 1_000, inMemory())).toEqual([]);
});

test('the same over the real journal, with a clock that is set', async () => {
  verifies('M10');
  expect(await findBroken(0, 60, inSqlite)).toEqual([]);
});

test('a history repeats itself', async () => {
  expect((await simulate(7, inMemory())).history).toEqual((await simulate(7, inMemory())).history);
});

describe('a broken step is found out:', () => {
  const mutants: Record<string, typeof step> = {
    'a lost answer counts as failed': (execution, event, now) =>
      step(
        execution,
        event.type === 'reported' && !event.outcome.ok
          ? { ...event, outcome: { ...event.outcome, effect: 'none' } }
          : event,
        now,
      ),
    'a write in doubt is sent again': (execution, event, now) => {
      const careless = execution.order.steps.map((planned) => ({ ...planned, idempotent: true }));
      const moved = step({ ...execution, order: { ...execution.order, steps: careless } }, event, now);
      return { ...moved, execution: { ...moved.execution, order: execution.order } };
    },
    'a lost worker is waited for': (execution, event, now) =>
      event.type === 'due' && execution.phase.name === 'running'
        ? { execution, effects: [], verdict: 'ignored' }
        : step(execution, event, now),
    'the end is not final': (execution, event, now) =>
      execution.phase.name === 'ended' && event.type === 'reported'
        ? step(
            { ...execution, phase: { name: 'monitoring', step: event.call.step, until: now } },
            { type: 'due' },
            now,
          )
        : step(execution, event, now),
    'an answer counts for whatever is under way': (execution, event, now) =>
      event.type === 'reported' && execution.phase.name === 'running'
        ? step(execution, { ...event, fence: execution.fence, call: execution.phase.call }, now)
        : step(execution, event, now),
  };
  test.each(Object.entries(mutants))('%s', async (_, mutant) => {
    const found = await findBroken(0, 300, async (onCommitted) => inMemory(mutant)(onCommitted)).catch(
      (thrown) => [String(thrown)],
    );
    expect(found.length).toBeGreaterThan(0);
  });
});
