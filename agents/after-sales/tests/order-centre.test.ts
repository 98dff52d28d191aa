import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../demo/order-centre/order.ts';
import { EXCHANGE, RETURN, startClient, temporaryFolder } from './order-centre-client.ts';

describe('orders', () => {
  test('the order of the text is paid, not shipped, and two days old', async () => {
    const client = await startClient();
    const { body } = await client.get('/orders/ORD-87654321');
    expect(body).toMatchObject({ status: 'unshipped', status_text: '待发货', returnable: false });
    expect(Date.now() - Date.parse(body.placed_at)).toBeGreaterThan(1.9 * DAY_MS);
    const logistics = await client.get('/orders/ORD-87654321/logistics');
    expect(logistics.body).toMatchObject({ carrier: null, events: [] });
    expect(logistics.body.headline).toMatch(/^订单已付款，仓库正在备货，预计 \d+月\d+日前发出。$/);
  });

  test.each([
    ['ORD-20000007', 'in_transit', 'ORDER_NOT_DELIVERED'],
    ['ORD-12345678', 'delivered', null],
    ['ORD-20000023', 'delivered', 'RETURN_WINDOW_CLOSED'],
    ['ORD-20000028', 'cancelled', 'ORDER_CANCELLED'],
    ['ORD-20000001', 'unshipped', 'ORDER_NOT_SHIPPED'],
  ])('%s is %s, and whether it can be sent back is said: %s', async (id, status, refusal) => {
    const client = await startClient();
    const { body } = await client.get(`/orders/${id}?locale=en`);
    expect(body).toMatchObject({ status, return_refusal: refusal, returnable: refusal === null });
    expect(body.total_cents).toBe(
      body.items.reduce(
        (sum: number, item: { quantity: number; unit_price_cents: number }) =>
          sum + item.quantity * item.unit_price_cents,
        0,
      ),
    );
  });

  test('texts come in the language asked for', async () => {
    const client = await startClient();
    const { body } = await client.get('/orders/ORD-20000007/logistics?locale=en');
    expect(body.headline).toMatch(/^It left the Hangzhou hub for Shanghai on .+; it should arrive on .+\.$/);
    expect(body.events).toHaveLength(3);
    expect((await client.get('/orders/ORD-20000007?locale=fr')).status).toBe(422);
  });
});

describe('returns and exchanges', () => {
  test('a return is created once under its key, and numbered by day', async () => {
    const client = await startClient({ now: () => Date.parse('2026-12-01T02:00:00Z') });
    const first = await client.post('/returns', RETURN, 'request/1');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      return_id: 'RTN-20261201-00001',
      status: 'created',
      refund_cents: 45_900,
    });
    const again = await client.post('/returns', { reason: 'size', order_id: 'ORD-12345678' }, 'request/1');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(
      (await client.post('/returns', { ...RETURN, order_id: 'ORD-20000016' }, 'request/2')).body,
    ).toEqual(expect.objectContaining({ return_id: 'RTN-20261201-00002' }));
  });

  test('twenty requests at once under one key create one return', async () => {
    const client = await startClient();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/returns', RETURN, 'same')),
    );
    expect(new Set(replies.map(({ body }) => body.return_id)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
  });

  test('B06 the same key with another body is refused, and nothing is created', async () => {
    const client = await startClient();
    const { body: first } = await client.post('/returns', RETURN, 'key');
    const other = await client.post('/returns', { ...RETURN, reason: 'quality' }, 'key');
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect(other.body.error.message).toContain('reason');
    expect((await client.get(`/returns/${first.return_id}`)).body).toMatchObject({ reason: 'size' });
  });

  test('a second claim for one order is refused until the first is cancelled; cancelling twice is once', async () => {
    const client = await startClient();
    const { body: exchange } = await client.post('/exchanges', EXCHANGE, 'a');
    expect(exchange.exchange_id).toMatch(/^EXC-\d{8}-00001$/);
    expect(exchange).not.toHaveProperty('address');
    const refused = await client.post('/returns', { ...RETURN, order_id: EXCHANGE.order_id }, 'b');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'ALREADY_RETURNED']);
    for (let round = 0; round < 2; round += 1) {
      const cancelled = await client.post(`/exchanges/${exchange.exchange_id}/cancel`);
      expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    }
    expect((await client.post('/returns', { ...RETURN, order_id: EXCHANGE.order_id }, 'b')).status).toBe(201);
  });

  test('what a key created can be asked for', async () => {
    const client = await startClient();
    expect((await client.get('/returns?idempotency_key=unknown')).body).toEqual({ found: false });
    const { body } = await client.post('/returns', RETURN, 'request/1');
    expect((await client.get('/returns?idempotency_key=request%2F1')).body).toEqual({ found: true, ...body });
    expect((await client.get('/returns?idempotency_key=')).status).toBe(422);
  });

  test.each([
    ['ORD-20000001', 'ORDER_NOT_SHIPPED'],
    ['ORD-20000007', 'ORDER_NOT_DELIVERED'],
    ['ORD-20000023', 'RETURN_WINDOW_CLOSED'],
    ['ORD-20000028', 'ORDER_CANCELLED'],
  ])('%s cannot be sent back: %s', async (order_id, code) => {
    const client = await startClient();
    const { status, body } = await client.post('/returns', { ...RETURN, order_id }, 'key');
    expect([status, body.error.code]).toEqual([409, code]);
  });

  test.each([
    ['no key', RETURN, undefined],
    ['no order', { reason: 'size' }, 'key'],
    ['another reason', { ...RETURN, reason: 'boredom' }, 'key'],
    ['a field there is not', { ...RETURN, refund_cents: 1 }, 'key'],
    ['a list', [RETURN], 'key'],
    ['no JSON', '{"order_id":', 'key'],
  ])('%s is not the right form', async (_what, body, key) => {
    const client = await startClient();
    const reply = await client.post('/returns', body, key);
    expect([reply.status, reply.body.error.code]).toEqual([422, 'VALIDATION_FAILED']);
  });
});

test('without the token nothing is told, not even whether an order exists', async () => {
  const { centre } = await startClient();
  for (const authorization of [undefined, 'Bearer wrong', `Basic ${centre.token}`]) {
    const response = await fetch(`${centre.url}/orders/ORD-87654321`, {
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  }
});

describe('restarts', () => {
  test('token, returns and orders acted on stay; other orders keep their distance from today', async () => {
    const dataDir = await temporaryFolder();
    const start = Date.parse('2026-12-01T02:00:00Z');
    const before = await startClient({ dataDir, now: () => start });
    const { body: created } = await before.post('/returns', RETURN, 'key');
    const { body: acted } = await before.get('/orders/ORD-12345678');
    await before.centre.stop();

    const after = await startClient({ dataDir, now: () => start + 10 * DAY_MS });
    expect(after.centre.token).toBe(before.centre.token);
    expect((await after.post('/returns', RETURN, 'key')).body).toEqual(created);
    expect((await after.get('/orders/ORD-12345678')).body).toMatchObject({ placed_at: acted.placed_at });
    expect((await after.get('/orders/ORD-87654321')).body.placed_at).toBe('2026-12-09T02:00:00.000Z');
    expect((await after.get('/orders/ORD-20000016')).body).toMatchObject({ returnable: true });
  });

  test('a return that was answered survives kill -9', async () => {
    const dataDir = await temporaryFolder();
    const script = `
      const { startDemo } = await import(${JSON.stringify(new URL('../demo/index.ts', import.meta.url).href)});
      const demo = await startDemo({ dataDir: ${JSON.stringify(dataDir)}, now: Date.now });
      const response = await fetch(demo.servers.order_centre + '/returns', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + demo.secrets['order_centre/token'], 'idempotency-key': 'key' },
        body: ${JSON.stringify(JSON.stringify(RETURN))},
      });
      console.log((await response.json()).return_id);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await once(child, 'exit');
    const client = await startClient({ dataDir });
    expect((await client.get('/returns?idempotency_key=key')).body).toMatchObject({
      found: true,
      return_id: printed.toString().trim(),
    });
  });
});
