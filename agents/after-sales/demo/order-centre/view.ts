import { type Order, returnRefusal, returnUntil, totalCents } from './order.ts';
import { dayOf, headline, itemsText, type Locale, statusText } from './words.ts';

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const day = (at: number | null): string | null => (at === null ? null : dayOf(at));

/** An order as it is answered. */
export function orderView(order: Order, hasClaim: boolean, locale: Locale, now: number): object {
  const refusal = returnRefusal(order, hasClaim, now);
  return {
    order_id: order.orderId,
    status: order.status,
    status_text: statusText(order.status, locale),
    headline: headline(order, locale, now),
    placed_at: instant(order.placedAt),
    delivered_at: instant(order.deliveredAt),
    items: order.items,
    items_text: itemsText(order),
    total_cents: totalCents(order),
    currency: 'CNY',
    returnable: refusal === null,
    return_refusal: refusal,
    return_until: instant(returnUntil(order)),
  };
}

/** Where an order's parcel is, as it is answered. */
export const logisticsView = (order: Order, locale: Locale, now: number): object => ({
  order_id: order.orderId,
  status: order.status,
  status_text: statusText(order.status, locale),
  headline: headline(order, locale, now),
  carrier: order.carrier,
  tracking_number: order.trackingNumber,
  expected_ship_by: day(order.shipBy),
  estimated_delivery: day(order.estimatedDelivery),
  events: order.events.map((event) => ({ at: instant(event.at), text: event[locale] })),
});
