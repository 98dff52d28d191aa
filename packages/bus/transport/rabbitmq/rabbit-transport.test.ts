import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres, openSqlite, type Store } from '@hermes-agent/store';
import { verifies } from '@hermes-agent/testkit';
import { freshDatabase, type Link, openLink, rabbitmqForTests } from '@hermes-agent/testkit/services';
import { type ChannelModel, connect } from 'amqplib';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Bus, createBus } from '../../bus.ts';
import { transportConformance } from '../../conformance/index.ts';
import { succeeded } from '../../fixture/history.ts';
import { order, plannedStep } from '../../fixture/order.ts';
import { told } from '../../fixture/told.ts';
import type { ToolCall } from '../../worker/executor.ts';
import { createWorker } from '../../worker/worker.ts';
import { encodeHint } from '../hint.ts';
import { createRabbitTransport, type RabbitTransport } from './rabbit-transport.ts';

const broker = await rabbitmqForTests();
afterAll(() => broker?.stop());
const postgresUrl = inject('postgresUrl');

/** Longer than any test takes: what goes on all the same was told by hints. */
const NEVER_MS = 600_000;
const LONGEST_MS = 120_000;

describe.skipIf(broker === null)('RabbitMQ', { timeout: LONGEST_MS }, () => {
  const url = broker?.url ?? '';
  const closers: (() => Promise<unknown>)[] = [];
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hermes-bus-'));
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await sweep();
    await rm(folder, { recursive: true });
  });

  const operate = async <T>(work: (connection: ChannelModel) => Promise<T>): Promise<T> => {
    const connection = await connect(url);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  };
  /** Leaves no hint for the next test. */
  const sweep = () =>
    operate(async (connection) => {
      const channel = await connection.createChannel();
      await channel.deleteQueue('agent_requests');
      await channel.deleteQueue('agent_results');
    });
  const openSqliteFile = (): Promise<Store> => openSqlite({ file: join(folder, 'bus.db') });

  /** The broker's address by a way that can be broken. */
  async function openLinkedAddress(): Promise<{ link: Link; address: string }> {
    const address = new URL(url);
    const link = await openLink({ host: address.hostname, port: Number(address.port || 5672) });
    closers.push(link.close);
    address.host = `127.0.0.1:${link.port}`;
    return { link, address: address.href };
  }

  transportConformance('RabbitMQ', async () => {
    const { link, address } = await openLinkedAddress();
    return {
      async connect() {
        const store = await openSqliteFile();
        const transport = createRabbitTransport({ url: address });
        return {
          store,
          transport,
          async close() {
            await transport.close();
            await store.close();
          },
        };
      },
      reachesOthers: true,
      interrupt: async () => link.cut(),
      async dispose() {
        await until(async () => (link.open() === 0 ? true : null));
      },
    };
  });

  /** A bus as another process would have it: a store and a connection of its own. */
  async function openBus(store: Store, settings = {}): Promise<{ bus: Bus; transport: RabbitTransport }> {
    const transport = createRabbitTransport({ url });
    const bus = await createBus({ store, transport, settings });
    closers.push(async () => {
      await bus.close();
      await transport.close();
      await store.close();
    });
    return { bus, transport };
  }
  async function startWorker(bus: Bus, run: (call: ToolCall) => Promise<unknown>, pollMs?: number) {
    const execute = async (call: ToolCall) => {
      await run(call);
      return succeeded();
    };
    const executor = { holds: () => true, execute };
    const worker = createWorker({ bus, executor, ...(pollMs === undefined ? {} : { pollMs }) });
    await worker.start();
    closers.push(() => worker.drain(1_000));
  }

  test('requests and answers pass through two quorum queues; answers are matched by request_id', async () => {
    verifies('M11');
    const { bus } = await openBus(await openSqliteFile(), { pollMs: NEVER_MS });
    const slow = order([plannedStep('slow')], { requestId: 'slow' });
    const quick = order([plannedStep('quick')], { requestId: 'quick' });
    await bus.submit(slow);

    await operate(async (connection) => {
      const channel = await connection.createChannel();
      const taken = await until(async () => (await channel.get('agent_requests')) || null);
      expect(JSON.parse(taken.content.toString())).toEqual({ request_ids: ['slow'] });
      expect(taken.properties).toMatchObject({ contentType: 'application/json', deliveryMode: 2 });
      channel.nack(taken);
      for (const queue of ['agent_requests', 'agent_results']) {
        const other = await connection.createChannel();
        other.on('error', () => {});
        const classic = { arguments: { 'x-message-ttl': 60_000, 'x-max-length': 10_000 } };
        await expect(other.assertQueue(queue, classic)).rejects.toThrow(/x-queue-type.*quorum/);
      }
    });

    const { bus: workerBus } = await openBus(await openSqliteFile(), { pollMs: NEVER_MS });
    await startWorker(workerBus, ({ tool }) => pause(tool === 'slow' ? 400 : 0), NEVER_MS);
    const answers: string[] = [];
    await bus.onConclusion((ids) => answers.push(...ids));
    const [slowEnd, quickEnd] = await Promise.all([
      bus.settled('slow', 20_000),
      bus.submit(quick).then(() => bus.settled('quick', 20_000)),
    ]);
    expect([slowEnd, quickEnd]).toMatchObject([
      { requestId: 'slow', status: 'succeeded', steps: [{ tool: 'slow' }] },
      { requestId: 'quick', status: 'succeeded', steps: [{ tool: 'quick' }] },
    ]);
    await until(async () => (answers.length >= 2 ? true : null));
    expect([...new Set(answers)].sort()).toEqual(['quick', 'slow']);
  });

  test('what is no hint, or too large, is refused and counted, and work goes on', async () => {
    const { bus } = await openBus(await openSqliteFile());
    const worker = await openBus(await openSqliteFile());
    const release = Promise.withResolvers<void>();
    await startWorker(worker.bus, () => release.promise, NEVER_MS);
    await bus.submit(order([plannedStep('pay')], { requestId: 'held' }));
    await until(async () => ((await bus.messagesOf('held')).length === 2 ? true : null));
    const envelope = (await bus.messagesOf('held'))[1]!.envelope;
    const result = { request_id: 'held/1', output_data: { stolen: true }, execution_time_ms: 1 };
    const forged = [
      JSON.stringify({ type: 'EXECUTE_RESULT', envelope, body: result }),
      'nonsense',
      encodeHint(['']),
      encodeHint(['x'.repeat(100_000)]),
      encodeHint(['held', 'nobody']),
    ];
    await operate(async (connection) => {
      const channel = await connection.createConfirmChannel();
      for (const content of forged) channel.sendToQueue('agent_requests', Buffer.from(content));
      channel.publish('agent_aborts', '', Buffer.from(encodeHint(['held/1'])));
      await channel.waitForConfirms();
    });
    await until(async () => (worker.transport.refusals().invalid === 3 ? true : null));
    expect(worker.transport.refusals()).toEqual({ invalid: 3, oversized: 1 });
    release.resolve();
    expect(await bus.settled('held', 20_000)).toMatchObject({ status: 'succeeded', outputs: { pay: {} } });
  });

  test('a broker that hangs holds up no commit, is taken for lost, and is taken back', async () => {
    const { link, address } = await openLinkedAddress();
    const transport = createRabbitTransport({ url: address, heartbeatSeconds: 1 });
    closers.push(() => transport.close());
    const store = await openSqliteFile();
    const bus = await createBus({ store, transport });
    closers.push(async () => {
      await bus.close();
      await store.close();
    });
    await until(async () => transport.connected() || null);
    link.hang();
    const startedAt = performance.now();
    await bus.submit(order([plannedStep('pay')], { requestId: 'meanwhile' }));
    expect(await bus.settled('meanwhile', 100)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await until(async () => (transport.connected() ? null : true));
    link.cut();
    link.resume();
    await until(async () => transport.connected() || null);
    await operate(async (connection) => {
      const channel = await connection.createChannel();
      const taken = await until(async () => (await channel.get('agent_requests', { noAck: true })) || null);
      expect(taken.content.toString()).toBe(encodeHint(['meanwhile']));
    });
  });

  test('closed at any moment it leaves no connection', async () => {
    const { link, address } = await openLinkedAddress();
    for (let moment = 0; moment < 30; moment += 1) {
      const transport = createRabbitTransport({ url: address });
      transport.publish('agent_aborts', ['x']);
      await pause(moment);
      await transport.close();
    }
    await until(async () => (link.open() === 0 ? true : null));
    expect(link.opened()).toBeGreaterThan(10);
  });

  test('a queue that somebody deletes is declared again', async () => {
    const { transport } = await openBus(await openSqliteFile());
    const heard: string[] = [];
    await transport.subscribe('agent_requests', (ids) => heard.push(...ids));
    transport.publish('agent_requests', ['before']);
    await until(async () => (heard.includes('before') ? true : null));
    await sweep();
    await until(async () => {
      transport.publish('agent_requests', ['after']);
      return heard.includes('after') ? true : null;
    });
  });

  test.skipIf(broker?.restart === null)('restarted under load it loses nothing', async () => {
    verifies('M11');
    const places = new Map<string, () => Promise<Store>>([['SQLite', openSqliteFile]]);
    if (postgresUrl !== null) {
      const database = await freshDatabase(postgresUrl);
      closers.push(() => database.drop());
      places.set('PostgreSQL', () => openPostgres({ url: database.url, connections: 4 }));
    }
    const journals = await Promise.all([...places].map(([name, openStore]) => startJournal(name, openStore)));
    let restarting = true;
    const restarts = (async () => {
      for (let restart = 0; restart < 2; restart += 1) {
        // RabbitMQ does not bring back a quorum queue that it declared in its last second.
        await pause(1_500);
        await broker!.restart!();
      }
      restarting = false;
    })();
    for (let count = 0; restarting || count < 100; count += 1) {
      await Promise.all(journals.map(({ submit }) => submit(count)));
      await pause(50);
    }
    await restarts;
    for (const { name, bus, submitted, runs, transports } of journals) {
      const ends = await Promise.all(submitted.map((requestId) => bus.settled(requestId, 30_000)));
      const wrong = ends.filter((end) => end?.status !== 'succeeded');
      expect(wrong, `${name}: each succeeds`).toEqual([]);
      expect([...runs].sort(), `${name}: each runs once`).toEqual(submitted.map((id) => `${id}/1`).sort());
      const conclusions = await told(bus, submitted.length);
      expect(conclusions.length, `${name}: each ends once`).toBe(submitted.length);
      for (const transport of transports) await until(async () => transport.connected() || null);
    }
  });

  /** A requester and two workers, each with a store and a connection of its own. */
  async function startJournal(name: string, openStore: () => Promise<Store>) {
    const requester = await openBus(await openStore());
    const runs: string[] = [];
    const submitted: string[] = [];
    const transports = [requester.transport];
    for (let count = 0; count < 2; count += 1) {
      const { bus, transport } = await openBus(await openStore());
      transports.push(transport);
      await startWorker(bus, async ({ idempotencyKey }) => {
        await pause(5);
        runs.push(idempotencyKey);
      });
    }
    const submit = async (count: number): Promise<void> => {
      const requestId = `load-${count}`;
      await requester.bus.submit(order([plannedStep('pay')], { requestId, sessionId: requestId }));
      submitted.push(requestId);
    };
    return { name, bus: requester.bus, submitted, runs, transports, submit };
  }
});

/** Asks again and again until the answer is there. */
async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const answer = await ask();
    if (answer !== null) return answer;
    await pause(20);
  }
  throw new Error('It did not come about');
}
