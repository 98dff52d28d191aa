import { CLAIM_KINDS, type ClaimKind, REASONS } from './claim.ts';
import { ERRORS, type ErrorCode } from './error.ts';
import { CATEGORIES, ORDER_STATUSES } from './order.ts';

const ORDER_ID = { type: 'string', pattern: '^ORD-[0-9]{8}$', example: 'ORD-87654321' };
const CENTS = { type: 'integer', format: 'int64', minimum: 0, description: 'Integer cents.' };
const CURRENCY = { type: 'string', pattern: '^[A-Z]{3}$', example: 'CNY' };
const INSTANT = { type: 'string', format: 'date-time' };
const DAY = { type: 'string', format: 'date' };
const TEXT = { type: 'string' };
const nullable = (schema: object): object => ({ ...schema, nullable: true });
const oneOf = (values: readonly string[]): object => ({ type: 'string', enum: [...values] });
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** An object schema; every property is required unless named in `optional`. */
const object = (properties: Record<string, object>, optional: readonly string[] = []): object => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const json = (description: string, schema: object, headers?: object): object => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { 'application/json': { schema } },
});

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

/** The error responses of an operation, one a status, each listing the codes that come with it. */
function failures(...codes: readonly ErrorCode[]): Record<string, object> {
  const all: readonly ErrorCode[] = [
    'UNAUTHORIZED',
    ...codes,
    'PAYLOAD_TOO_LARGE',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
  ];
  const byStatus = Map.groupBy(all, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      json(
        group.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
        {
          allOf: [
            reference('Error'),
            object({ error: { type: 'object', properties: { code: oneOf(group) } } }),
          ],
        },
        status === 429 || status === 503 ? RETRY_AFTER : undefined,
      ),
    ]),
  );
}

const parameter = (place: 'path' | 'query' | 'header', name: string, schema: object, required = true) => ({
  name,
  in: place,
  required,
  schema,
});
const LOCALE = parameter('query', 'locale', { ...oneOf(['zh', 'en']), default: 'zh' }, false);
const KEY = { type: 'string', minLength: 1, maxLength: 200 };

function claimPaths(kind: ClaimKind, name: string): Record<string, object> {
  const { path, id, unknown } = CLAIM_KINDS[kind];
  const number = parameter('path', id, TEXT);
  return {
    [path]: {
      post: {
        operationId: `create${name}`,
        summary: `Create ${kind === 'return' ? 'a return' : 'an exchange'}; one key creates one, however often it is sent.`,
        parameters: [parameter('header', 'Idempotency-Key', KEY)],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: reference(`New${name}`) } },
        },
        responses: {
          201: json('Created, now or by an earlier request with this key.', reference(name), {
            'Idempotency-Replayed': {
              description: '`true` when an earlier request created it.',
              schema: oneOf(['true']),
            },
          }),
          ...failures(
            'ORDER_NOT_FOUND',
            'ORDER_NOT_SHIPPED',
            'ORDER_NOT_DELIVERED',
            'ORDER_CANCELLED',
            'RETURN_WINDOW_CLOSED',
            'ALREADY_RETURNED',
            'IDEMPOTENCY_CONFLICT',
          ),
        },
      },
      get: {
        operationId: `find${name}`,
        summary: `Ask what an idempotency key created.`,
        parameters: [parameter('query', 'idempotency_key', KEY)],
        responses: { 200: json('What was found.', reference(`Found${name}`)), ...failures() },
      },
    },
    [`${path}/{${id}}`]: {
      get: {
        operationId: `get${name}`,
        summary: `Read one ${kind}.`,
        parameters: [number],
        responses: { 200: json(`The ${kind}.`, reference(name)), ...failures(unknown) },
      },
    },
    [`${path}/{${id}}/cancel`]: {
      post: {
        operationId: `cancel${name}`,
        summary: `Take back one ${kind}; twice is the same as once.`,
        parameters: [number],
        responses: { 200: json(`The cancelled ${kind}.`, reference(name)), ...failures(unknown) },
      },
    },
  };
}

const CLAIM_STATUS = oneOf(['created', 'cancelled']);
const NEW_RETURN = { order_id: ORDER_ID, reason: oneOf(REASONS) };
const NEW_EXCHANGE = {
  ...NEW_RETURN,
  category: oneOf(CATEGORIES),
  address: { type: 'string', minLength: 5, maxLength: 200 },
};
const RETURN = {
  return_id: { type: 'string', pattern: '^RTN-[0-9]{8}-[0-9]{5}$', example: 'RTN-20261201-00001' },
  ...NEW_RETURN,
  status: CLAIM_STATUS,
  refund_cents: CENTS,
  currency: CURRENCY,
  created_at: INSTANT,
};
const EXCHANGE = {
  exchange_id: { type: 'string', pattern: '^EXC-[0-9]{8}-[0-9]{5}$', example: 'EXC-20261201-00001' },
  ...NEW_RETURN,
  category: oneOf(CATEGORIES),
  status: CLAIM_STATUS,
  created_at: INSTANT,
};
const found = (properties: Record<string, object>): object =>
  object({ found: { type: 'boolean' }, ...properties }, Object.keys(properties));
const STANDING = {
  order_id: ORDER_ID,
  status: oneOf(ORDER_STATUSES),
  status_text: TEXT,
  headline: { type: 'string', description: 'How it stands, in one sentence.' },
};

/** The order centre's own OpenAPI 3.0 document, made from the tables its code runs on. */
export const openApiDocument = {
  openapi: '3.0.3',
  info: {
    title: 'Order centre',
    version: '2.0.0',
    description: 'Orders, logistics, returns and exchanges. Amounts are integer cents, times are UTC.',
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  servers: [{ url: '/' }],
  security: [{ bearer: [] }],
  paths: {
    '/orders/{order_id}': {
      get: {
        operationId: 'getOrder',
        summary: 'Read one order, with whether it can be sent back.',
        parameters: [parameter('path', 'order_id', TEXT), LOCALE],
        responses: { 200: json('The order.', reference('Order')), ...failures('ORDER_NOT_FOUND') },
      },
    },
    '/orders/{order_id}/logistics': {
      get: {
        operationId: 'getLogistics',
        summary: 'Read where the parcel of an order is.',
        parameters: [parameter('path', 'order_id', TEXT), LOCALE],
        responses: { 200: json('The parcel.', reference('Logistics')), ...failures('ORDER_NOT_FOUND') },
      },
    },
    ...claimPaths('return', 'Return'),
    ...claimPaths('exchange', 'Exchange'),
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Order: object({
        ...STANDING,
        placed_at: INSTANT,
        delivered_at: nullable(INSTANT),
        items: { type: 'array', minItems: 1, items: reference('OrderItem') },
        items_text: TEXT,
        total_cents: CENTS,
        currency: CURRENCY,
        returnable: { type: 'boolean' },
        return_refusal: nullable({
          type: 'string',
          enum: [
            'ORDER_NOT_SHIPPED',
            'ORDER_NOT_DELIVERED',
            'ORDER_CANCELLED',
            'RETURN_WINDOW_CLOSED',
            'ALREADY_RETURNED',
            null,
          ],
        }),
        return_until: nullable(INSTANT),
      }),
      OrderItem: object({
        name: TEXT,
        category: oneOf(CATEGORIES),
        quantity: { type: 'integer', minimum: 1 },
        unit_price_cents: CENTS,
      }),
      Logistics: object({
        ...STANDING,
        carrier: nullable(TEXT),
        tracking_number: nullable(TEXT),
        expected_ship_by: nullable(DAY),
        estimated_delivery: nullable(DAY),
        events: { type: 'array', description: 'Newest first.', items: reference('ParcelEvent') },
      }),
      ParcelEvent: object({ at: INSTANT, text: TEXT }),
      NewReturn: { ...object(NEW_RETURN), additionalProperties: false },
      Return: object(RETURN),
      FoundReturn: found(RETURN),
      NewExchange: { ...object(NEW_EXCHANGE), additionalProperties: false },
      Exchange: object(EXCHANGE),
      FoundExchange: found(EXCHANGE),
      Error: object({ error: object({ code: oneOf(Object.keys(ERRORS)), message: TEXT }) }),
    },
  },
};
