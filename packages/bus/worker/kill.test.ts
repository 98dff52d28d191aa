import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openPostgres, openSqlite, type Store } from '@hermes-agent/store';
import { verifies } from '@hermes-agent/testkit';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { describe, expect, inject, test } from 'vitest';
import { createBus } from '../bus.ts';
import { order, plannedStep, verification } from '../fixture/order.ts';

const PROGRAM = fileURLToPath(new URL('../fixture/worker-process.ts', import.meta.url));
const ORDERS = 16;
const KILLS = 6;
const LONGEST_MS = 60_000;

async function startWorkerProcess(storeUrl: string, effectsFile: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM, storeUrl, effectsFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit').then(() => null)]);
  if (ready === null) throw new Error('The worker did not start');
  return child;
}

async function endProcess(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Kills workers in the middle of their work until all is done, and counts what happened out there. */
async function killWorkers(store: Store, storeUrl: string, folder: string): Promise<void> {
  const effectsFile = join(folder, 'effects');
  await writeFile(effectsFile, '');
  const bus = await createBus({ store });
  const check = (id: string) => verification(id, { afterMs: [1_500] });
  const orders = Array.from({ length: ORDERS }, (_, index) =>
    order(
      [
        plannedStep('debit', { timeoutMs: 40_000, verify: check('debit') }),
        plannedStep('mail', { timeoutMs: 40_000, verify: check('mail') }),
      ],
      { requestId: `kill-${index}` },
    ),
  );
  const workers = [
    await startWorkerProcess(storeUrl, effectsFile),
    await startWorkerProcess(storeUrl, effectsFile),
  ];
  try {
    for (const one of orders) await bus.submit(one);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(150);
      await endProcess(workers[kill % 2]!, 'SIGKILL');
      workers[kill % 2] = await startWorkerProcess(storeUrl, effectsFile);
    }
    const conclusions = await Promise.all(orders.map(({ requestId }) => bus.settled(requestId, LONGEST_MS)));
    const effects = (await readFile(effectsFile, 'utf8')).split('\n').filter((line) => line !== '');
    expect(new Set(effects).size, 'no effect twice').toBe(effects.length);
    for (const [index, conclusion] of conclusions.entries()) {
      const { requestId } = orders[index]!;
      expect(conclusion, requestId).not.toBeNull();
      const taken = [1, 2].map((step) => effects.includes(`${requestId}/${step}`));
      const says = conclusion!.steps.map(({ state }) => state === 'succeeded');
      expect(says, `${requestId} ${conclusion!.status}: what the bus says is what happened`).toEqual(taken);
    }
    const ends = async (): Promise<number> =>
      (await bus.conclusions({ after: 0, limit: 1_000 })).filter(({ status }) => status !== 'pending').length;
    await expect
      .poll(ends, { timeout: LONGEST_MS, message: 'each ends once, or stands open once' })
      .toBe(ORDERS);
  } finally {
    await Promise.all(workers.map((worker) => endProcess(worker, 'SIGTERM')));
    await bus.close();
    await store.close();
  }
}

describe('kill -9 of workers in the middle of a step', () => {
  test('on one SQLite file loses nothing and doubles nothing', { timeout: LONGEST_MS * 2 }, async () => {
    verifies('M10');
    const folder = await mkdtemp(join(tmpdir(), 'hermes-kill-'));
    const file = join(folder, 'bus.db');
    await killWorkers(await openSqlite({ file }), `sqlite:${file}`, folder);
    await rm(folder, { recursive: true });
  });

  const url = inject('postgresUrl');
  test.skipIf(url === null)('on PostgreSQL too', { timeout: LONGEST_MS * 2 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hermes-kill-'));
    const database = await freshDatabase(url!);
    await killWorkers(await openPostgres({ url: database.url }), database.url, folder);
    await database.drop();
    await rm(folder, { recursive: true });
  });
});
