import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBus,
  createWorker,
  DEFAULT_RETRY_POLICY,
  type Order,
  type PlannedStep,
} from '@hermes-agent/bus';
import { type Alert, silentLogger, silentTracer, systemClock } from '@hermes-agent/core';
import { openStore } from '@hermes-agent/store';
import { expect, onTestFinished, test } from 'vitest';
import { insertRequest } from '../request/request-row.ts';
import { SESSION_MIGRATIONS } from '../session/schema.ts';
import { type OutcomeFeedDependencies, startOutcomeFeed } from './outcome-feed.ts';

const stepOf = (tool: string): PlannedStep => ({
  id: tool,
  tool,
  version: '1.0.0',
  hash: 'h',
  input: {},
  timeoutMs: 5_000,
  retryPolicy: { ...DEFAULT_RETRY_POLICY, maxAttempts: 1 },
  effects: 'write',
  idempotent: false,
});

const ORDER: Order = {
  requestId: '0198c0de-0000-8000-8000-0000000000aa',
  sessionId: 's1',
  tenant: 'local',
  subject: 'u1',
  domain: 'retail',
  priority: 'normal',
  origin: {},
  steps: [stepOf('debit'), stepOf('settle')],
};

/** Runs the order over a real bus: the debit succeeds, the settlement fails, and nothing undoes the debit. */
async function alertsOf(order: Order): Promise<Alert[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hermes-outcome-'));
  const store = await openStore('sqlite:outcome.db', { dataDir });
  await store.migrate('runtime', SESSION_MIGRATIONS);
  const bus = await createBus({ store });
  const worker = createWorker({
    bus,
    executor: {
      holds: () => true,
      execute: async ({ tool }) =>
        tool === 'debit'
          ? { ok: true, output: {}, executionTimeMs: 1 }
          : {
              ok: false,
              code: 'VALIDATION_FAILED',
              message: 'no',
              retryable: false,
              effect: 'none',
              executionTimeMs: 1,
            },
    },
  });
  const { requestId, sessionId, tenant, subject } = order;
  const about = { agent: 'payments', intent: 'pay_abroad', taskId: '1', kind: 'execute' } as const;
  await insertRequest(store, {
    ...about,
    ...{ requestId, sessionId, tenant, subject, order, turnId: 't1', learn: {}, displayMs: 7_000 },
    ...{ status: 'running', code: null, createdAt: Date.now(), endedAt: null },
  });
  const alerts: Alert[] = [];
  const told = Promise.withResolvers<void>();
  const stop = await startOutcomeFeed({
    store,
    bus,
    clock: systemClock,
    tracer: silentTracer,
    logger: silentLogger,
    alerts: {
      raise(alert) {
        alerts.push(alert);
        if (alert.code === 'OUTCOME_UNTOLD') told.resolve();
      },
    },
    locked: (_sessionId, work) => work(),
    agentOf: () => undefined,
    planFor: () => undefined,
  } as Partial<OutcomeFeedDependencies> as OutcomeFeedDependencies);
  onTestFinished(async () => {
    await stop();
    await worker.drain(1_000);
    await bus.close();
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  await worker.start();
  await bus.submit(order);
  await told.promise;
  return alerts;
}

test('a request that only a person can settle, and one whose session is gone, are told to people', async () => {
  const about = { request_id: ORDER.requestId, agent: 'payments', intent: 'pay_abroad' };
  expect(await alertsOf(ORDER)).toMatchObject([
    { code: 'NEEDS_ATTENTION', severity: 'critical', fields: { ...about, reason: 'VALIDATION_FAILED' } },
    { code: 'OUTCOME_UNTOLD', severity: 'warning', fields: { ...about, status: 'needs_attention' } },
  ]);
});
