import type { DatabaseSync } from 'node:sqlite';
import { findOrder, inTransaction } from './database.ts';
import { OrderCentreError } from './error.ts';
import { CATEGORIES, returnRefusal, totalCents } from './order.ts';
import { dayOf } from './words.ts';

/** A return or an exchange: what a customer claims for an order. */
export type ClaimKind = 'return' | 'exchange';

export const REASONS = ['size', 'quality', 'changed_mind', 'wrong_item'] as const;

export const CLAIM_KINDS = {
  return: { prefix: 'RTN', path: '/returns', id: 'return_id', unknown: 'RETURN_NOT_FOUND' },
  exchange: { prefix: 'EXC', path: '/exchanges', id: 'exchange_id', unknown: 'EXCHANGE_NOT_FOUND' },
} as const;

type ClaimBody = Readonly<Record<string, string>>;

type ClaimRow = Readonly<Record<string, unknown>>;

const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value);

const FIELDS: Record<ClaimKind, Record<string, (value: string) => boolean>> = {
  return: { order_id: (value) => /^ORD-[0-9]{8}$/.test(value), reason: isOneOf(REASONS) },
  exchange: {
    order_id: (value) => /^ORD-[0-9]{8}$/.test(value),
    reason: isOneOf(REASONS),
    category: isOneOf(CATEGORIES),
    address: (value) => value.length >= 5 && value.length <= 200,
  },
};

/** Checks a body by hand and gives it back with its members in a fixed order. Throws `VALIDATION_FAILED`. */
export function readClaimBody(kind: ClaimKind, body: unknown): ClaimBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new OrderCentreError('VALIDATION_FAILED', 'The body must be a JSON object.');
  }
  const given = body as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(FIELDS[kind], name)) {
      throw new OrderCentreError(
        'VALIDATION_FAILED',
        `There is no field ${JSON.stringify(name.slice(0, 40))}.`,
      );
    }
  }
  const read: Record<string, string> = {};
  for (const [name, isValid] of Object.entries(FIELDS[kind])) {
    const value = given[name];
    if (typeof value !== 'string' || !isValid(value)) {
      throw new OrderCentreError('VALIDATION_FAILED', `The field ${name} is missing or not valid.`);
    }
    read[name] = value;
  }
  return read;
}

/**
 * Creates a claim, or gives back the one this key created before. The key is compared and the claim written
 * in one transaction, so the same key can never create two, whatever is lost on the way back.
 *
 * Throws `IDEMPOTENCY_CONFLICT` for a known key with another body, or why the order cannot be sent back.
 */
export function createClaim(
  database: DatabaseSync,
  kind: ClaimKind,
  key: string,
  body: ClaimBody,
  now: number,
): { readonly claim: object; readonly replayed: boolean } {
  return inTransaction(database, () => {
    const earlier = rowByKey(database, kind, key);
    if (earlier !== undefined) {
      refuseOtherBody(JSON.parse(String(earlier.body)) as ClaimBody, body);
      return { claim: claimView(database, kind, earlier), replayed: true };
    }
    const orderId = body.order_id!;
    const order = findOrder(database, orderId);
    if (order === null) throw new OrderCentreError('ORDER_NOT_FOUND');
    const refusal = returnRefusal(order, hasOpenClaim(database, orderId), now);
    if (refusal !== null) throw new OrderCentreError(refusal);
    database
      .prepare("INSERT INTO claims VALUES (?, ?, ?, ?, ?, 'created', ?)")
      .run(kind, nextNumber(database, kind, now), orderId, key, JSON.stringify(body), now);
    return { claim: claimView(database, kind, rowByKey(database, kind, key)!), replayed: false };
  });
}

/** The claim a key created; null when there is none. */
export function findClaimByKey(database: DatabaseSync, kind: ClaimKind, key: string): object | null {
  const row = rowByKey(database, kind, key);
  return row === undefined ? null : claimView(database, kind, row);
}

/** Throws `RETURN_NOT_FOUND` or `EXCHANGE_NOT_FOUND`. */
export function getClaim(database: DatabaseSync, kind: ClaimKind, number: string): object {
  const row = database.prepare('SELECT * FROM claims WHERE kind = ? AND number = ?').get(kind, number);
  if (row === undefined) throw new OrderCentreError(CLAIM_KINDS[kind].unknown);
  return claimView(database, kind, row);
}

/** Cancelling twice is the same as once. Throws as `getClaim`. */
export function cancelClaim(database: DatabaseSync, kind: ClaimKind, number: string): object {
  database.prepare("UPDATE claims SET status = 'cancelled' WHERE kind = ? AND number = ?").run(kind, number);
  return getClaim(database, kind, number);
}

export const hasOpenClaim = (database: DatabaseSync, orderId: string): boolean =>
  database.prepare("SELECT 1 FROM claims WHERE order_id = ? AND status = 'created'").get(orderId) !==
  undefined;

function refuseOtherBody(earlier: ClaimBody, body: ClaimBody): void {
  const other = Object.keys(body).find((name) => body[name] !== earlier[name]);
  if (other === undefined) return;
  throw new OrderCentreError('IDEMPOTENCY_CONFLICT', `This Idempotency-Key was used with another ${other}.`);
}

function rowByKey(database: DatabaseSync, kind: ClaimKind, key: string): ClaimRow | undefined {
  return database.prepare('SELECT * FROM claims WHERE kind = ? AND idempotency_key = ?').get(kind, key);
}

/** Numbers such as RTN-20261201-00001 count up within a day of the shop's time zone. */
function nextNumber(database: DatabaseSync, kind: ClaimKind, now: number): string {
  const stem = `${CLAIM_KINDS[kind].prefix}-${dayOf(now).replaceAll('-', '')}-`;
  const row = database.prepare('SELECT COUNT(*) AS count FROM claims WHERE number LIKE ?').get(`${stem}%`);
  return stem + String(Number(row!.count) + 1).padStart(5, '0');
}

function claimView(database: DatabaseSync, kind: ClaimKind, row: ClaimRow): object {
  const { address: _, ...body } = JSON.parse(String(row.body)) as Record<string, string>;
  const order = findOrder(database, String(row.order_id))!;
  return {
    [CLAIM_KINDS[kind].id]: row.number,
    ...body,
    status: row.status,
    ...(kind === 'return' ? { refund_cents: totalCents(order), currency: 'CNY' } : {}),
    created_at: new Date(Number(row.created_at)).toISOString(),
  };
}
