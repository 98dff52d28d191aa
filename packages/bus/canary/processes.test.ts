import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Alert, sleep, systemClock } from '@hermes-agent/core';
import { openPostgres, openSqlite, type Store } from '@hermes-agent/store';
import { verifies } from '@hermes-agent/testkit';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { expect, inject, test } from 'vitest';
import { createBus } from '../bus.ts';
import { failed, succeeded } from '../fixture/history.ts';
import { order, plannedStep } from '../fixture/order.ts';
import { createWorker } from '../worker/worker.ts';

const stable = { tool: 'pay', version: '1.0.0', hash: 'h1' };
const candidate = { tool: 'pay', version: '1.1.0', hash: 'h2' };

/** Two processes on one store, whose candidate fails; and what is left of it after the rollback. */
async function rollBackTogether(connect: () => Promise<Store>): Promise<void> {
  const alerts: Alert[] = [];
  const ran: string[] = [];
  const processes = await Promise.all(
    [1, 2].map(async () => {
      const store = await connect();
      const bus = await createBus({
        store,
        settings: { canaryMinimum: { stable: 20, candidate: 10, stage: 20 } },
        alerts: { raise: (alert) => alerts.push(alert) },
      });
      const worker = createWorker({
        bus,
        executor: {
          holds: () => true,
          async execute({ version }) {
            ran.push(version);
            return version === '1.1.0' ? failed('TOOL_CRASHED') : succeeded();
          },
        },
      });
      await worker.start();
      return { store, bus, worker };
    }),
  );
  const [first, second] = processes as [(typeof processes)[0], (typeof processes)[0]];
  await first.bus.canary.start({ stable, candidate, weight: 2_500, by: 'anna' });
  await sleep(systemClock, 300);

  const phase = async () => (await second.bus.canary.list())[0]!.phase;
  let sent = 0;
  while ((await phase()) === 'running' && sent < 2_000) {
    const batch = Array.from({ length: 20 }, () => {
      sent += 1;
      const { bus } = sent % 2 === 0 ? first : second;
      return bus.submit(order([plannedStep('pay')], { requestId: `r${sent}`, sessionId: `s${sent % 50}` }));
    });
    await Promise.all(batch);
    await sleep(systemClock, 100);
  }
  expect(await phase()).toBe('rolled_back');
  await sleep(systemClock, 700);
  expect(alerts.filter(({ code }) => code === 'CANARY_ROLLED_BACK')).toHaveLength(1);

  const view = (await first.bus.canary.list())[0]!;
  const { system } = view.faults;
  expect(system.candidate.faults).toBe(system.candidate.trials);
  expect(system.candidate.trials + system.stable.trials).toBeLessThanOrEqual(ran.length);

  const before = ran.length;
  await second.bus.submit(order([plannedStep('pay', candidate)], { requestId: 'after' }));
  expect(await second.bus.settled('after', 5_000)).toMatchObject({ status: 'succeeded' });
  expect(ran.slice(before)).toEqual(['1.0.0']);
  for (const { worker, bus, store } of processes) {
    await worker.drain(1_000);
    await bus.close();
    await store.close();
  }
}

test('two processes on SQLite agree, and one of them raises the alert', async () => {
  verifies('M7');
  const folder = await mkdtemp(join(tmpdir(), 'hermes-canary-'));
  await rollBackTogether(() => openSqlite({ file: join(folder, 'bus.db'), clock: systemClock }));
  await rm(folder, { recursive: true });
}, 60_000);

const url = inject('postgresUrl');

test.skipIf(url === null)(
  'two processes on PostgreSQL agree likewise',
  async () => {
    verifies('M7');
    const database = await freshDatabase(url!);
    await rollBackTogether(() => openPostgres({ url: database.url, clock: systemClock, connections: 3 }));
    await database.drop();
  },
  60_000,
);
