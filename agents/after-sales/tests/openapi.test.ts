import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../demo/order-centre/openapi.ts';
import { type Client, EXCHANGE, RETURN, type Reply, startClient } from './order-centre-client.ts';

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** The response schema of an operation as JSON Schema: OpenAPI 3.0 says `nullable` where JSON Schema says null. */
function responseValidator(method: string, path: string, status: number) {
  const withNull = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(withNull);
    if (typeof schema !== 'object' || schema === null) return schema;
    const { nullable, example: _, ...rest } = schema as Record<string, unknown>;
    const mapped = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withNull(value)]));
    return nullable === true ? { ...mapped, type: [mapped.type, 'null'] } : mapped;
  };
  const paths = openApiDocument.paths as Record<
    string,
    Record<string, { responses: Record<number, object> }>
  >;
  const response = paths[path]?.[method.toLowerCase()]?.responses[status] as
    | { content: { 'application/json': { schema: object } } }
    | undefined;
  if (response === undefined) throw new Error(`${method} ${path} documents no ${status}`);
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  return ajv.compile({
    ...(withNull(response.content['application/json'].schema) as object),
    components: withNull(openApiDocument.components),
  });
}

function expectDocumented(reply: Reply, method: string, path: string, status: number): void {
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  const validate = responseValidator(method, path, status);
  validate(reply.body);
  expect(validate.errors ?? [], `${method} ${path} ${status} ${JSON.stringify(reply.body)}`).toEqual([]);
}

test('the document is valid OpenAPI 3.0, and is what the order centre serves', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(openApiDocument)));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  const { centre } = await startClient();
  const served = await (await fetch(`${centre.url}/openapi.json`)).json();
  expect(served).toEqual(JSON.parse(JSON.stringify(openApiDocument)));
});

describe('every documented answer comes, in the documented form', () => {
  const cases: readonly [
    method: string,
    path: string,
    status: number,
    ask: (client: Client) => Promise<Reply>,
  ][] = [
    ['GET', '/orders/{order_id}', 200, (client) => client.get('/orders/ORD-87654321')],
    ['GET', '/orders/{order_id}', 200, (client) => client.get('/orders/ORD-20000023?locale=en')],
    ['GET', '/orders/{order_id}', 404, (client) => client.get('/orders/ORD-99999999')],
    ['GET', '/orders/{order_id}', 422, (client) => client.get('/orders/ORD-87654321?locale=xx')],
    ['GET', '/orders/{order_id}/logistics', 200, (client) => client.get('/orders/ORD-87654321/logistics')],
    ['GET', '/orders/{order_id}/logistics', 200, (client) => client.get('/orders/ORD-20000017/logistics')],
    ['GET', '/orders/{order_id}/logistics', 404, (client) => client.get('/orders/nothing/logistics')],
    ['POST', '/returns', 201, (client) => client.post('/returns', RETURN, 'key')],
    [
      'POST',
      '/returns',
      404,
      (client) => client.post('/returns', { ...RETURN, order_id: 'ORD-00000000' }, 'k'),
    ],
    [
      'POST',
      '/returns',
      409,
      (client) => client.post('/returns', { ...RETURN, order_id: 'ORD-20000023' }, 'k'),
    ],
    ['POST', '/returns', 413, (client) => client.post('/returns', 'x'.repeat(70_000), 'k')],
    ['POST', '/returns', 422, (client) => client.post('/returns', RETURN)],
    ['POST', '/exchanges', 201, (client) => client.post('/exchanges', EXCHANGE, 'key')],
    ['POST', '/exchanges', 422, (client) => client.post('/exchanges', RETURN, 'key')],
    ['GET', '/returns', 200, (client) => client.get('/returns?idempotency_key=none')],
    ['GET', '/exchanges/{exchange_id}', 404, (client) => client.get('/exchanges/EXC-1')],
    ['POST', '/returns/{return_id}/cancel', 404, (client) => client.post('/returns/RTN-1/cancel')],
  ];
  test.each(cases)('%s %s → %i', async (method, path, status, ask) => {
    const client = await startClient();
    expectDocumented(await ask(client), method, path, status);
  });

  test('a return and an exchange, found, read and cancelled', async () => {
    const client = await startClient();
    const { body: made } = await client.post('/returns', RETURN, 'key');
    expectDocumented(await client.get('/returns?idempotency_key=key'), 'GET', '/returns', 200);
    expectDocumented(await client.get(`/returns/${made.return_id}`), 'GET', '/returns/{return_id}', 200);
    const cancelled = await client.post(`/returns/${made.return_id}/cancel`);
    expectDocumented(cancelled, 'POST', '/returns/{return_id}/cancel', 200);
    const { body: exchange } = await client.post('/exchanges', EXCHANGE, 'key');
    expectDocumented(await client.get('/exchanges?idempotency_key=key'), 'GET', '/exchanges', 200);
    expectDocumented(
      await client.post(`/exchanges/${exchange.exchange_id}/cancel`),
      'POST',
      '/exchanges/{exchange_id}/cancel',
      200,
    );
  });

  test('unavailable, busy, unauthorised', async () => {
    const client = await startClient();
    client.faults.add({ kind: 'unavailable', times: 1 });
    const unavailable = await client.get('/orders/ORD-87654321');
    expectDocumented(unavailable, 'GET', '/orders/{order_id}', 503);
    expect(unavailable.headers.get('retry-after')).toBe('1');
    client.faults.add({ kind: 'rate_limited', times: 1 });
    expectDocumented(await client.get('/orders/ORD-87654321'), 'GET', '/orders/{order_id}', 429);
    const response = await fetch(`${client.centre.url}/orders/ORD-87654321`);
    const refused = { status: response.status, headers: response.headers, body: await response.json() };
    expectDocumented(refused, 'GET', '/orders/{order_id}', 401);
  });
});
