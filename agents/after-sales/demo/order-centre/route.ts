import type { DatabaseSync } from 'node:sqlite';
import {
  CLAIM_KINDS,
  type ClaimKind,
  cancelClaim,
  createClaim,
  findClaimByKey,
  getClaim,
  hasOpenClaim,
  readClaimBody,
} from './claim.ts';
import { findOrder } from './database.ts';
import { OrderCentreError } from './error.ts';
import type { Order } from './order.ts';
import { logisticsView, orderView } from './view.ts';
import type { Locale } from './words.ts';

interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly idempotencyKey: string | undefined;
  /** Parsed JSON; undefined when there was no body. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handle = (database: DatabaseSync, incoming: Incoming, id: string, now: number) => Answer;

interface Route {
  readonly method: string;
  /** One group, when the path names something. */
  readonly path: RegExp;
  readonly handle: Handle;
}

const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/orders\/([^/]+)$/,
    handle: (database, { query }, id, now) => ({
      status: 200,
      body: orderView(orderOf(database, id), hasOpenClaim(database, id), localeOf(query), now),
    }),
  },
  {
    method: 'GET',
    path: /^\/orders\/([^/]+)\/logistics$/,
    handle: (database, { query }, id, now) => ({
      status: 200,
      body: logisticsView(orderOf(database, id), localeOf(query), now),
    }),
  },
  ...claimRoutes('return'),
  ...claimRoutes('exchange'),
];

/** Does what one request asks for. Throws `OrderCentreError`. */
export function route(database: DatabaseSync, incoming: Incoming, now: number): Answer {
  const found = ROUTES.find(({ method, path }) => method === incoming.method && path.test(incoming.path));
  if (found === undefined) throw new OrderCentreError('NOT_FOUND');
  const id = decodeId(found.path.exec(incoming.path)?.[1] ?? '');
  return found.handle(database, incoming, id, now);
}

function claimRoutes(kind: ClaimKind): Route[] {
  const { path } = CLAIM_KINDS[kind];
  return [
    {
      method: 'POST',
      path: new RegExp(`^${path}$`),
      handle(database, { idempotencyKey, body }, _id, now) {
        const key = checkedKey(idempotencyKey, 'header Idempotency-Key');
        const { claim, replayed } = createClaim(database, kind, key, readClaimBody(kind, body), now);
        return { status: 201, body: claim, headers: replayed ? { 'idempotency-replayed': 'true' } : {} };
      },
    },
    {
      method: 'GET',
      path: new RegExp(`^${path}$`),
      handle(database, { query }) {
        const key = checkedKey(query.get('idempotency_key') ?? undefined, 'parameter idempotency_key');
        const claim = findClaimByKey(database, kind, key);
        return { status: 200, body: claim === null ? { found: false } : { found: true, ...claim } };
      },
    },
    {
      method: 'GET',
      path: new RegExp(`^${path}/([^/]+)$`),
      handle: (database, _incoming, id) => ({ status: 200, body: getClaim(database, kind, id) }),
    },
    {
      method: 'POST',
      path: new RegExp(`^${path}/([^/]+)/cancel$`),
      handle: (database, _incoming, id) => ({ status: 200, body: cancelClaim(database, kind, id) }),
    },
  ];
}

function orderOf(database: DatabaseSync, orderId: string): Order {
  const order = findOrder(database, orderId);
  if (order === null) throw new OrderCentreError('ORDER_NOT_FOUND');
  return order;
}

function localeOf(query: URLSearchParams): Locale {
  const locale = query.get('locale') ?? 'zh';
  if (locale !== 'zh' && locale !== 'en') {
    throw new OrderCentreError('VALIDATION_FAILED', 'The parameter locale must be zh or en.');
  }
  return locale;
}

function checkedKey(key: string | undefined, where: string): string {
  if (key !== undefined && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new OrderCentreError('VALIDATION_FAILED', `The ${where} must be 1 to 200 visible ASCII characters.`);
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new OrderCentreError('NOT_FOUND');
  }
}
