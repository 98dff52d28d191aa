import { provesCommand, verifies } from '@hermes-agent/testkit';
import { startPrivatePostgres, startPrivateRabbitmq } from '@hermes-agent/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KillRun, killBus } from './bus/kill-bus.ts';

const LONG = process.env.HERMES_TEST_LONG === '1';
const SECONDS = LONG ? 90 : 20;
const PLAN = { seconds: SECONDS, requestsPerSecond: LONG ? 50 : 25, seed: 20_261_201 };
const ENDS: readonly string[] = ['succeeded', 'failed', 'cancelled'];

let servers: Awaited<ReturnType<typeof startServers>>;
const startServers = () => Promise.all([startPrivatePostgres(), startPrivateRabbitmq()]);
beforeAll(async () => {
  servers = await startServers();
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server?.stop()));
}, 60_000);

test(`${SECONDS} s of killed workers, with broker and database broken off: all decided, nothing lost or doubled`, async (context) => {
  const [postgres, rabbitmq] = servers;
  if (postgres === null || rabbitmq === null) return context.skip('No PostgreSQL or no RabbitMQ here');
  verifies('M10', 'M11');
  provesCommand('npm test -- tests/kill/bus-kill.test.ts');
  const run = await killBus(PLAN, postgres, rabbitmq);
  expect([...wrong(run)]).toEqual([]);
  const told = summary(run);
  process.stderr.write(`${JSON.stringify(told)}\n`);
  // One a second where a worker starts within one; a busy machine takes longer.
  expect(told.kills).toBeGreaterThan(SECONDS / 10);
  expect(told.succeeded).toBeGreaterThan(run.orders.length / 2);
}, 600_000);

/** Whatever contradicts what the bus promises. */
function* wrong({ orders, conclusions, attention, counts }: KillRun): Generator<string> {
  for (const [key, { effects }] of Object.entries(counts))
    if (effects > 1) yield `${key}: ${effects} effects`;
  for (const { requestId, steps } of orders) {
    const said = conclusions.filter((conclusion) => conclusion.requestId === requestId);
    const ends = said.filter(({ status }) => ENDS.includes(status));
    const last = said.at(-1);
    const listed = attention.filter((item) => item.requestId === requestId);
    const effect = (key: string): boolean => (counts[`${requestId}/${key}`]?.effects ?? 0) > 0;
    if (ends.length === 0 && !(last?.status === 'needs_attention' && listed.length > 0)) {
      yield `${requestId} is ${last?.status ?? 'lost'}, and nobody is told why`;
    }
    if (ends.length > 1) yield `${requestId} ended ${ends.length} times`;
    const missing = steps.some((_, index) => !effect(String(index + 1)));
    if (last?.status === 'succeeded' && missing) yield `${requestId} succeeded without effect`;
    if (last?.status === 'failed' && effect('1') && !effect('1/comp')) {
      yield `${requestId} failed, and its first step stands`;
    }
  }
}

function summary({ orders, conclusions, attention, counts, kills }: KillRun) {
  const last = new Map(conclusions.map((conclusion) => [conclusion.requestId, conclusion.status]));
  const having = (status: string): number => [...last.values()].filter((each) => each === status).length;
  const sent = Object.values(counts);
  return {
    requests: orders.length,
    kills,
    succeeded: having('succeeded'),
    failed: having('failed'),
    needs_attention: having('needs_attention'),
    matters: attention.length,
    effects: sent.reduce((total, { effects }) => total + effects, 0),
    doubled: sent.filter(({ effects }) => effects > 1).length,
    sent_again: sent.filter((count) => count.sent > 1).length,
  };
}
