import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Logger, silentLogger } from '@hermes-agent/core';
import { openSqlite } from '@hermes-agent/store';
import { freePort } from '@hermes-agent/testkit/services';
import { afterEach, expect, test } from 'vitest';
import { createBus } from '../../bus.ts';
import { succeeded } from '../../fixture/history.ts';
import { order, plannedStep } from '../../fixture/order.ts';
import { createWorker } from '../../worker/worker.ts';
import { createRabbitTransport } from './rabbit-transport.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server that takes connections and does with them what `greet` does. */
async function serve(greet: (socket: Socket) => void): Promise<number> {
  const server = createServer(greet);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => server.close());
  return (server.address() as { port: number }).port;
}

test('with no broker from the start work flows all the same', async () => {
  const lines: string[] = [];
  const write = (message: string, fields?: object): void => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  const logger: Logger = { ...silentLogger, info: write, warn: write, error: write };
  const url = `amqp://somebody:secret@127.0.0.1:${await freePort()}/`;
  const transport = createRabbitTransport({ url, logger });
  const store = await openSqlite({ file: ':memory:' });
  const bus = await createBus({ store, transport });
  const executor = { holds: () => true, execute: async () => succeeded() };
  const worker = createWorker({ bus, executor, pollMs: 20 });
  await worker.start();
  closers.push(
    () => store.close(),
    bus.close,
    transport.close,
    () => worker.drain(100),
  );
  const orders = Array.from({ length: 50 }, (_, index) =>
    order([plannedStep('a'), plannedStep('b')], { requestId: `request-${index}` }),
  );
  await Promise.all(orders.map((one) => bus.submit(one)));
  const ends = await Promise.all(orders.map(({ requestId }) => bus.settled(requestId, 10_000)));
  expect(new Set(ends.map((end) => end?.status))).toEqual(new Set(['succeeded']));
  expect(transport.connected()).toBe(false);
  expect(lines.join('\n')).toMatch(/carries no hints for now .*ECONNREFUSED/);
  expect(lines.join('\n')).not.toContain('secret');
});

test('a broker that turns everybody away is tried one connection at a time, less and less often', async () => {
  let open = 0;
  let most = 0;
  let came = 0;
  const port = await serve((socket) => {
    came += 1;
    open += 1;
    most = Math.max(most, open);
    socket.on('error', () => {});
    socket.on('close', () => {
      open -= 1;
    });
    setTimeout(() => socket.destroy(), 20);
  });
  const transport = createRabbitTransport({ url: `amqp://127.0.0.1:${port}`, random: () => 0 });
  closers.push(() => transport.close());
  for (let publish = 0; publish < 80; publish += 1) {
    transport.publish('agent_requests', [`request-${publish}`]);
    await pause(20);
  }
  expect(came).toBeGreaterThanOrEqual(2);
  expect(came).toBeLessThanOrEqual(6);
  expect(most).toBe(1);
});

test('a broker that never answers holds up neither a commit nor the end', async () => {
  const port = await serve(() => {});
  const transport = createRabbitTransport({ url: `amqp://127.0.0.1:${port}` });
  const store = await openSqlite({ file: ':memory:' });
  const bus = await createBus({ store, transport });
  await pause(100);
  const startedAt = performance.now();
  await bus.submit(order([plannedStep('a')]));
  expect(await bus.settled(order([plannedStep('a')]).requestId, 50)).toBeNull();
  await bus.close();
  await transport.close();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await store.close();
});

test.each(['', 'broker', 'http://broker/', 'amqp:', 'redis://user:secret@broker'])(
  'the address "%s" is refused, and not shown',
  (url) => {
    const refusal = (() => {
      try {
        return createRabbitTransport({ url });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(refusal).toMatchObject({ code: 'INVALID_ARGUMENT', layer: 'bus' });
    expect(JSON.stringify(refusal)).not.toContain('secret');
  },
);

test('who has no broker never loads its client', () => {
  const bus = fileURLToPath(new URL('../../index.ts', import.meta.url));
  const program = `
    import { createRequire } from 'node:module';
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('amqplib'));
    const { createRabbitTransport } = await import(${JSON.stringify(bus)});
    const before = loaded();
    await createRabbitTransport({ url: 'amqp://127.0.0.1:1' }).close();
    while (!loaded()) await new Promise(setImmediate);
    console.log(before, loaded());`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: 15_000,
  });
  expect(stdout.trim()).toBe('false true');
});
