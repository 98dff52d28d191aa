import type { ErrorCode } from './error.ts';

export const ORDER_STATUSES = ['unshipped', 'in_transit', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const CATEGORIES = ['clothing', 'shoes', 'electronics', 'home'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface OrderItem {
  readonly name: string;
  readonly category: Category;
  readonly quantity: number;
  readonly unit_price_cents: number;
}

export interface ParcelEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly zh: string;
  readonly en: string;
}

/** An order as it is kept. Times are milliseconds since the epoch. */
export interface Order {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly placedAt: number;
  readonly shipBy: number | null;
  readonly deliveredAt: number | null;
  readonly estimatedDelivery: number | null;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly items: readonly OrderItem[];
  /** Newest first. */
  readonly events: readonly ParcelEvent[];
}

export const DAY_MS = 86_400_000;
const RETURN_WINDOW_DAYS = 7;

export const totalCents = (order: Order): number =>
  order.items.reduce((sum, item) => sum + item.quantity * item.unit_price_cents, 0);

export const returnUntil = (order: Order): number | null =>
  order.deliveredAt === null ? null : order.deliveredAt + RETURN_WINDOW_DAYS * DAY_MS;

/** Why this order cannot be sent back, or null when it can. */
export function returnRefusal(order: Order, hasClaim: boolean, now: number): ErrorCode | null {
  if (hasClaim) return 'ALREADY_RETURNED';
  switch (order.status) {
    case 'unshipped':
      return 'ORDER_NOT_SHIPPED';
    case 'in_transit':
      return 'ORDER_NOT_DELIVERED';
    case 'cancelled':
      return 'ORDER_CANCELLED';
    case 'delivered':
      return now > returnUntil(order)! ? 'RETURN_WINDOW_CLOSED' : null;
  }
}
