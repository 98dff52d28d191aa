import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { keysOf, openHouse } from './house.ts';

test('a broker is used when one is named, and one that is silent hinders nothing', async () => {
  const greeting = Promise.withResolvers<string>();
  const silent = createServer((socket) => {
    socket.on('error', () => {}).once('data', (bytes) => greeting.resolve(bytes.toString('latin1')));
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const house = await openHouse({ brokerUrl: `amqp://127.0.0.1:${port}` });
  try {
    expect(await greeting.promise).toMatch(/^AMQP/);
    const talk = await house.talkTo('after-sales');
    expect(keysOf(await talk.say('我的订单 ORD-87654321 到哪了'))).toContain('logistics_found');
  } finally {
    const startedAt = performance.now();
    await house.stop();
    silent.close();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  }
});

test('an address that is none is refused at the start', async () => {
  await expect(openHouse({ brokerUrl: 'rabbit:5672' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});
