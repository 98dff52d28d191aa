import type { Order, OrderStatus } from './order.ts';

export type Locale = 'zh' | 'en';

const TIME_ZONE = 'Asia/Shanghai';

const dayFormats = {
  zh: new Intl.DateTimeFormat('zh-CN', { timeZone: TIME_ZONE, month: 'long', day: 'numeric' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, month: 'long', day: 'numeric' }),
};
const isoDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The calendar day in the shop's time zone, `YYYY-MM-DD`. */
export const dayOf = (at: number): string => isoDay.format(at);

const STATUS_TEXT: Record<OrderStatus, Record<Locale, string>> = {
  unshipped: { zh: '待发货', en: 'not shipped yet' },
  in_transit: { zh: '运输中', en: 'on its way' },
  delivered: { zh: '已签收', en: 'delivered' },
  cancelled: { zh: '已取消', en: 'cancelled' },
};

export const statusText = (status: OrderStatus, locale: Locale): string => STATUS_TEXT[status][locale];

/** How the order stands, in one sentence. */
export function headline(order: Order, locale: Locale, now: number): string {
  const day = (at: number): string => dayFormats[locale].format(at);
  const say = (zh: string, en: string): string => (locale === 'zh' ? zh : en);
  switch (order.status) {
    case 'unshipped': {
      const by = day(order.shipBy!);
      return now > order.shipBy!
        ? say(
            `订单已付款，尚未发货，原定 ${by}前发出。`,
            `Paid and not shipped yet; it was due to leave by ${by}.`,
          )
        : say(
            `订单已付款，仓库正在备货，预计 ${by}前发出。`,
            `Paid and being packed; it should leave by ${by}.`,
          );
    }
    case 'in_transit': {
      const latest = order.events[0]!;
      const due = day(order.estimatedDelivery!);
      return say(
        `包裹由${order.carrier}承运（${order.trackingNumber}），${day(latest.at)}${latest.zh}，预计 ${due}送达。`,
        `${latest.en} on ${day(latest.at)} (${order.trackingNumber}); it should arrive on ${due}.`,
      );
    }
    case 'delivered':
      return say(
        `包裹已于 ${day(order.deliveredAt!)}签收。`,
        `It was delivered on ${day(order.deliveredAt!)}.`,
      );
    case 'cancelled':
      return say('订单已取消，款项已原路退回。', 'It was cancelled and the money has gone back.');
  }
}

export const itemsText = (order: Order): string =>
  order.items.map(({ name, quantity }) => `${name} ×${quantity}`).join('、');
