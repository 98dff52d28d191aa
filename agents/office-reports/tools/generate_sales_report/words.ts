export type Locale = 'zh' | 'en';

/** Everything the report says of itself. */
export interface Words {
  readonly title: string;
  readonly kicker: string;
  readonly period: (from: string, to: string, days: number) => string;
  readonly currency: (code: string) => string;
  readonly total: string;
  readonly orders: string;
  readonly units: string;
  readonly average: string;
  readonly trend: Readonly<Record<Unit, string>>;
  readonly byRegion: string;
  readonly byProduct: string;
  readonly regionByProduct: string;
  readonly byTime: Readonly<Record<Unit, string>>;
  readonly region: string;
  readonly time: string;
  readonly amount: string;
  readonly share: string;
  readonly sum: string;
  readonly rest: string;
  readonly source: (lastDay: string) => string;
  readonly page: (page: number, pages: number) => string;
  readonly fileName: (label: string) => string;
  /** Large amounts on the chart's axis: in units of how many cents, and what such a unit is called. */
  readonly axis: readonly { readonly cents: number; readonly suffix: string }[];
}

/** The stretches of time a chart is drawn in. */
export type Unit = 'day' | 'week' | 'month' | 'year';

export const WORDS: Readonly<Record<Locale, Words>> = {
  zh: {
    title: '销售报告',
    kicker: 'SALES REPORT',
    period: (from, to, days) => `统计期间：${from} 至 ${to}（共 ${days} 天）`,
    currency: (code) => `货币单位：${code}`,
    total: '销售总额',
    orders: '订单笔数',
    units: '销售件数',
    average: '平均每笔金额',
    trend: {
      day: '每日销售额',
      week: '每周销售额（自期初起，每 7 天一段）',
      month: '每月销售额',
      year: '每年销售额',
    },
    byRegion: '各地区销售额',
    byProduct: '各产品销售额',
    regionByProduct: '地区 × 产品明细',
    byTime: { day: '逐日明细', week: '逐周明细', month: '逐月明细', year: '逐年明细' },
    region: '地区',
    time: '时间',
    amount: '销售额',
    share: '占比',
    sum: '合计',
    rest: '其他',
    source: (lastDay) => `数据来源：销售明细文件，期间内最近一笔记于 ${lastDay}`,
    page: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
    fileName: (label) => `销售报告_${label}.pdf`,
    axis: [
      { cents: 10_000_000_000, suffix: '亿' },
      { cents: 1_000_000, suffix: '万' },
      { cents: 100, suffix: '' },
    ],
  },
  en: {
    title: 'Sales report',
    kicker: '销售报告',
    period: (from, to, days) => `Period: ${from} to ${to} (${days} days)`,
    currency: (code) => `Currency: ${code}`,
    total: 'Total sales',
    orders: 'Orders',
    units: 'Units sold',
    average: 'Average order',
    trend: {
      day: 'Sales by day',
      week: 'Sales by week (every 7 days from the first)',
      month: 'Sales by month',
      year: 'Sales by year',
    },
    byRegion: 'Sales by region',
    byProduct: 'Sales by product',
    regionByProduct: 'Region × product',
    byTime: { day: 'Day by day', week: 'Week by week', month: 'Month by month', year: 'Year by year' },
    region: 'Region',
    time: 'Time',
    amount: 'Sales',
    share: 'Share',
    sum: 'Total',
    rest: 'Other',
    source: (lastDay) => `Source: the sales file; the period's latest entry is of ${lastDay}`,
    page: (page, pages) => `Page ${page} of ${pages}`,
    fileName: (label) => `Sales report ${label}.pdf`,
    axis: [
      { cents: 100_000_000_000, suffix: 'B' },
      { cents: 100_000_000, suffix: 'M' },
      { cents: 100_000, suffix: 'K' },
      { cents: 100, suffix: '' },
    ],
  },
};
