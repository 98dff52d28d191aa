import {
  type Category,
  DAY_MS,
  type Order,
  type OrderItem,
  type OrderStatus,
  type ParcelEvent,
} from './order.ts';

const HOUR_MS = 3_600_000;

const GOODS: Record<string, readonly [name: string, category: Category, cents: number]> = {
  jacket: ['男士冲锋衣 L 码', 'clothing', 45_900],
  sweater: ['羊毛针织衫 M 码', 'clothing', 32_900],
  jeans: ['直筒牛仔裤 30 码', 'clothing', 25_900],
  runners: ['轻量跑鞋 42 码', 'shoes', 49_900],
  boots: ['防水登山靴 40 码', 'shoes', 68_800],
  earbuds: ['无线降噪耳机', 'electronics', 79_900],
  watch: ['智能手表', 'electronics', 129_900],
  keyboard: ['机械键盘', 'electronics', 39_900],
  lamp: ['护眼台灯', 'home', 18_900],
  kettle: ['电热水壶', 'home', 15_900],
  bedding: ['纯棉四件套', 'home', 42_900],
};

/** [order number, status, days since it was placed, days since it was delivered, goods with quantities] */
type Row = readonly [string, OrderStatus, number, number | null, string];

const ROWS: readonly Row[] = [
  ['ORD-87654321', 'unshipped', 2, null, 'watch'],
  ['ORD-12345678', 'delivered', 6, 2, 'jacket'],
  ['ORD-20000001', 'unshipped', 1, null, 'sweater jeans'],
  ['ORD-20000002', 'unshipped', 1, null, 'lamp*2'],
  ['ORD-20000003', 'unshipped', 0.5, null, 'earbuds'],
  ['ORD-20000004', 'unshipped', 2, null, 'bedding'],
  ['ORD-20000005', 'unshipped', 0.2, null, 'runners'],
  ['ORD-20000006', 'unshipped', 2.5, null, 'keyboard'],
  ['ORD-20000007', 'in_transit', 3, null, 'earbuds'],
  ['ORD-20000008', 'in_transit', 3, null, 'boots'],
  ['ORD-20000009', 'in_transit', 4, null, 'kettle lamp'],
  ['ORD-20000010', 'in_transit', 2, null, 'jacket'],
  ['ORD-20000011', 'in_transit', 4, null, 'jeans*2'],
  ['ORD-20000012', 'in_transit', 3, null, 'watch'],
  ['ORD-20000013', 'in_transit', 2, null, 'bedding*2'],
  ['ORD-20000014', 'in_transit', 5, null, 'keyboard'],
  ['ORD-20000015', 'delivered', 5, 1, 'runners'],
  ['ORD-20000016', 'delivered', 6, 2, 'sweater'],
  ['ORD-20000017', 'delivered', 7, 3, 'earbuds'],
  ['ORD-20000018', 'delivered', 5, 1, 'kettle'],
  ['ORD-20000019', 'delivered', 6, 2, 'boots'],
  ['ORD-20000020', 'delivered', 7, 3, 'jeans sweater'],
  ['ORD-20000021', 'delivered', 8, 3, 'lamp'],
  ['ORD-20000022', 'delivered', 5, 1, 'watch'],
  ['ORD-20000023', 'delivered', 24, 20, 'jacket'],
  ['ORD-20000024', 'delivered', 40, 36, 'earbuds'],
  ['ORD-20000025', 'delivered', 90, 85, 'bedding'],
  ['ORD-20000026', 'delivered', 33, 29, 'runners'],
  ['ORD-20000027', 'delivered', 15, 11, 'keyboard'],
  ['ORD-20000028', 'cancelled', 4, null, 'kettle'],
  ['ORD-20000029', 'cancelled', 12, null, 'jeans'],
  ['ORD-20000030', 'cancelled', 30, null, 'watch'],
];

/** The demo's orders, with all their times counted back from `anchor` (milliseconds since the epoch). */
export const seedOrders = (anchor: number): Order[] => ROWS.map((row) => seedOrder(row, anchor));

function seedOrder([orderId, status, placedDaysAgo, deliveredDaysAgo, goods]: Row, anchor: number): Order {
  const placedAt = anchor - placedDaysAgo * DAY_MS;
  const deliveredAt = deliveredDaysAgo === null ? null : anchor - deliveredDaysAgo * DAY_MS;
  const moved = status === 'in_transit' || status === 'delivered';
  return {
    orderId,
    status,
    placedAt,
    shipBy: status === 'unshipped' ? placedAt + 3 * DAY_MS : null,
    deliveredAt,
    estimatedDelivery: status === 'in_transit' ? anchor + 1.5 * DAY_MS : null,
    carrier: moved ? '顺丰速运' : null,
    trackingNumber: moved ? `SF10${orderId.slice(4)}` : null,
    items: goods.split(' ').map(item),
    events: moved ? parcelEvents(placedAt, deliveredAt ?? anchor, deliveredAt !== null) : [],
  };
}

function item(text: string): OrderItem {
  const [key = '', quantity = '1'] = text.split('*');
  const [name, category, cents] = GOODS[key]!;
  return { name, category, quantity: Number(quantity), unit_price_cents: cents };
}

/** The parcel's way between `from` and `to`, newest first. */
function parcelEvents(from: number, to: number, delivered: boolean): ParcelEvent[] {
  const part = (share: number): number => Math.round(from + (to - from) * share);
  const events: ParcelEvent[] = [
    { at: part(0.2), zh: '已从苏州仓发出', en: 'It left the Suzhou warehouse' },
    { at: part(0.5), zh: '到达杭州转运中心', en: 'It reached the Hangzhou hub' },
    { at: part(0.85), zh: '离开杭州转运中心，发往上海', en: 'It left the Hangzhou hub for Shanghai' },
  ];
  if (delivered) {
    events.push({ at: to - 4 * HOUR_MS, zh: '快递员正在派送', en: 'It is out for delivery' });
    events.push({ at: to, zh: '已签收', en: 'It was delivered' });
  }
  return events.reverse();
}
