import { formatAmount, formatCount, formatMoney } from '../../sales/money.ts';
import { type Group, largest, type Tally } from '../../sales/tally.ts';
import { bucketsOf, countDays, dayBefore, unitOf } from './buckets.ts';
import { drawBarChart, drawRanking, formatShare, HALF_WIDTH, rankingHeight } from './chart.ts';
import { drawFooters, drawHeader, drawHeading, drawKeyFigures } from './header.ts';
import { CONTENT_WIDTH, closePaper, openPaper, PAGE, type Paper } from './paper.ts';
import { drawTable, TABLE_START } from './table.ts';
import { type Locale, WORDS, type Words } from './words.ts';

const MOST_REGIONS = 30;
const MOST_PRODUCTS = 6;
const MOST_RANKED = 6;

export interface ReportInput {
  readonly start: string;
  /** Not included. */
  readonly end: string;
  readonly label: string;
  readonly locale: Locale;
}

/** The report as PDF bytes: title, key figures, charts, and tables whose sums are the tally's, to the cent. */
export function drawReport(
  tally: Tally,
  { start, end, label, locale }: ReportInput,
  fonts: { readonly regular: string; readonly bold: string },
): Promise<Uint8Array> {
  const words = WORDS[locale];
  const title = locale === 'zh' ? `${label} ${words.title}` : `${words.title} ${label}`;
  const paper = openPaper(fonts, { title, language: locale === 'zh' ? 'zh-CN' : 'en' });
  const days = countDays(start, end);
  const unit = unitOf(days);
  const buckets = bucketsOf(tally.days, start, end, unit);
  const money = (cents: number): string => formatMoney(cents, tally.currency);

  drawHeader(paper, {
    kicker: words.kicker,
    title,
    lines: [words.period(start, dayBefore(end), days), words.currency(tally.currency)],
  });
  drawKeyFigures(paper, [
    { name: words.total, value: money(tally.totalCents) },
    { name: words.orders, value: formatCount(tally.rows) },
    { name: words.units, value: formatCount(tally.units) },
    { name: words.average, value: money(Math.round(tally.totalCents / tally.rows)) },
  ]);
  drawHeading(paper, words.trend[unit], 180);
  drawBarChart(paper, buckets, tally.currency, words);
  drawRankings(paper, tally, words);
  drawHeading(paper, words.regionByProduct, TABLE_START);
  drawTable(paper, regionTable(tally, words));
  drawHeading(paper, words.byTime[unit], TABLE_START);
  drawTable(paper, timeTable(buckets, tally, words));
  drawFooters(paper, words.source(tally.days.at(-1)!.name), words.page);
  return closePaper(paper);
}

function drawRankings(paper: Paper, tally: Tally, words: Words): void {
  const columns = [
    { heading: words.byRegion, groups: largest(tally.regions, MOST_RANKED, words.rest) },
    { heading: words.byProduct, groups: largest(tally.products, MOST_RANKED, words.rest) },
  ];
  const height = rankingHeight(Math.max(...columns.map(({ groups }) => groups.length)));
  paper.reserve(height + 24);
  const { y } = paper;
  for (const [index, { heading, groups }] of columns.entries()) {
    const x = index === 0 ? PAGE.left : PAGE.left + CONTENT_WIDTH - HALF_WIDTH;
    paper.y = y;
    drawHeading(paper, heading, height, x, HALF_WIDTH);
    drawRanking(paper, groups, { x, y: paper.y, width: HALF_WIDTH }, tally.currency);
  }
  paper.y += height + 20;
}

/** Sales by region and product. Small ones are put together, so that the table fits the page. */
function regionTable(tally: Tally, words: Words) {
  const regions = largest(tally.regions, MOST_REGIONS, words.rest);
  const products = largest(tally.products, MOST_PRODUCTS, words.rest);
  return {
    head: [words.region, ...products.map(({ name }) => name), words.sum],
    rows: regions.map(({ name, members, totalCents }) => [
      name,
      ...products.map((product) => formatAmount(tally.cellCents(members, product.members))),
      formatAmount(totalCents),
    ]),
    sum: [
      words.sum,
      ...products.map(({ totalCents }) => formatAmount(totalCents)),
      formatAmount(tally.totalCents),
    ],
    firstWidth: 0.9,
  };
}

function timeTable(buckets: readonly Group[], tally: Tally, words: Words) {
  return {
    head: [words.time, words.orders, words.units, words.amount, words.share],
    rows: buckets.map(({ name, rows, units, totalCents }) => [
      name,
      formatCount(rows),
      formatCount(units),
      formatAmount(totalCents),
      formatShare(totalCents, tally.totalCents),
    ]),
    sum: [
      words.sum,
      formatCount(tally.rows),
      formatCount(tally.units),
      formatAmount(tally.totalCents),
      '100.0%',
    ],
    firstWidth: 1.4,
  };
}
