import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { DAY_MS, type Order, type OrderStatus } from './order.ts';
import { seedOrders } from './seed.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS orders (
  order_id TEXT PRIMARY KEY,
  status TEXT NOT NULL,
  placed_at INTEGER NOT NULL,
  ship_by INTEGER,
  delivered_at INTEGER,
  estimated_delivery INTEGER,
  carrier TEXT,
  tracking_number TEXT,
  items TEXT NOT NULL,
  events TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS claims (
  kind TEXT NOT NULL CHECK (kind IN ('return', 'exchange')),
  number TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL REFERENCES orders (order_id),
  idempotency_key TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('created', 'cancelled')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (kind, idempotency_key)
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS one_open_claim ON claims (order_id) WHERE status = 'created';
`;

/** Seeds older than this are moved up to the present, so that "delivered two days ago" does not go stale. */
const FRESH_MS = 3 * DAY_MS;

/**
 * Opens the order centre's data, made durable before any answer (WAL, `synchronous=FULL`), and seeds it at
 * first. Later starts keep everything; only orders that nobody has acted on get present dates again.
 */
export function openDatabase(file: string, now: number): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  database.exec(SCHEMA);
  inTransaction(database, () => seed(database, now));
  return database;
}

/** Runs `work` in one write transaction. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** The bearer token callers must present: made once, kept with the data. */
export function ensureToken(database: DatabaseSync): string {
  const made = `demo-${randomBytes(24).toString('base64url')}`;
  database.prepare("INSERT OR IGNORE INTO facts VALUES ('token', ?)").run(made);
  return readFact(database, 'token')!;
}

export function findOrder(database: DatabaseSync, orderId: string): Order | null {
  const row = database.prepare('SELECT * FROM orders WHERE order_id = ?').get(orderId);
  if (row === undefined) return null;
  return {
    orderId: String(row.order_id),
    status: row.status as OrderStatus,
    placedAt: Number(row.placed_at),
    shipBy: row.ship_by as number | null,
    deliveredAt: row.delivered_at as number | null,
    estimatedDelivery: row.estimated_delivery as number | null,
    carrier: row.carrier as string | null,
    trackingNumber: row.tracking_number as string | null,
    items: JSON.parse(String(row.items)) as Order['items'],
    events: JSON.parse(String(row.events)) as Order['events'],
  };
}

function seed(database: DatabaseSync, now: number): void {
  const anchor = readFact(database, 'anchor');
  if (anchor !== undefined && now - Number(anchor) < FRESH_MS) return;
  const insert = database.prepare(`
    INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (order_id) DO UPDATE SET
      placed_at = excluded.placed_at, ship_by = excluded.ship_by, delivered_at = excluded.delivered_at,
      estimated_delivery = excluded.estimated_delivery, events = excluded.events
    WHERE NOT EXISTS (SELECT 1 FROM claims WHERE claims.order_id = orders.order_id)`);
  for (const order of seedOrders(now)) {
    insert.run(
      order.orderId,
      order.status,
      order.placedAt,
      order.shipBy,
      order.deliveredAt,
      order.estimatedDelivery,
      order.carrier,
      order.trackingNumber,
      JSON.stringify(order.items),
      JSON.stringify(order.events),
    );
  }
  database
    .prepare("INSERT INTO facts VALUES ('anchor', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
    .run(String(now));
}

function readFact(database: DatabaseSync, name: string): string | undefined {
  return database.prepare('SELECT value FROM facts WHERE name = ?').get(name)?.value as string | undefined;
}
