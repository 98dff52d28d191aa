import { formatCount, formatMoney } from '../../sales/money.ts';
import type { Group } from '../../sales/tally.ts';
import type { Bucket } from './buckets.ts';
import { CONTENT_WIDTH, INK, PAGE, type Paper } from './paper.ts';
import { ticksOf } from './scale.ts';
import type { Words } from './words.ts';

/** Sales over time: one bar a stretch, on an axis in round steps. The best stretch carries its figure. */
export function drawBarChart(paper: Paper, buckets: readonly Bucket[], currency: string, words: Words): void {
  const { doc } = paper;
  const height = 136;
  const left = PAGE.left + 46;
  const top = paper.y + 12;
  const bottom = top + height;
  const ticks = ticksOf(buckets.map(({ totalCents }) => totalCents));
  const lowest = ticks[0]!;
  const highest = ticks.at(-1)!;
  const yOf = (cents: number): number => bottom - ((cents - lowest) / (highest - lowest)) * height;

  const unit = words.axis.find(({ cents }) => highest >= cents) ?? words.axis.at(-1)!;
  for (const tick of ticks) {
    const y = yOf(tick);
    doc
      .moveTo(left, y)
      .lineTo(PAGE.right, y)
      .lineWidth(tick === 0 ? 0.8 : 0.4)
      .strokeColor(tick === 0 ? INK.faint : INK.line)
      .stroke();
    const label = `${formatCount(Number((tick / unit.cents).toFixed(2)))}${tick === 0 ? '' : unit.suffix}`;
    paper.text(label, PAGE.left, y - 5, 40, { size: 7, color: INK.faint, align: 'right', figure: true });
  }

  const slot = (PAGE.right - left) / buckets.length;
  const width = Math.min(34, slot * 0.64);
  const best = buckets.reduce((most, bucket) => (bucket.totalCents > most.totalCents ? bucket : most));
  const everyNth = Math.ceil(buckets.length / 31);
  for (const [index, bucket] of buckets.entries()) {
    const center = left + slot * (index + 0.5);
    const y = yOf(Math.max(0, bucket.totalCents));
    const size = Math.abs(yOf(bucket.totalCents) - yOf(0));
    doc.rect(center - width / 2, y, width, size).fill(bucket === best ? INK.accent : INK.accentSoft);
    if (index % everyNth === 0) {
      paper.text(bucket.label, center - slot, bottom + 5, slot * 2, {
        size: 7,
        color: INK.faint,
        align: 'center',
      });
    }
  }
  labelBest(paper, formatMoney(best.totalCents, currency), {
    center: left + slot * (buckets.indexOf(best) + 0.5),
    y: yOf(best.totalCents) - 13,
    left,
  });
  paper.y = bottom + 34;
}

/** The figure above the best bar, moved inwards where the bar stands at an edge, on white where a line runs. */
function labelBest(
  paper: Paper,
  text: string,
  { center, y, left }: { readonly center: number; readonly y: number; readonly left: number },
): void {
  const style = { size: 7.5, color: INK.accent, bold: true, figure: true } as const;
  const width = paper.width(text, style);
  const x = Math.min(Math.max(center - width / 2, left + 2), PAGE.right - width);
  paper.doc.rect(x - 2, y, width + 4, 10).fill(INK.white);
  paper.text(text, x, y, width + 1, style);
}

const SHARE_WIDTH = 40;
const RANK_ROW = 22;

/** How many points a ranking of `count` groups takes. */
export const rankingHeight = (count: number): number => count * RANK_ROW;

/** Groups by size, as bars from the left with amount and share. */
export function drawRanking(
  paper: Paper,
  groups: readonly Group[],
  place: { readonly x: number; readonly y: number; readonly width: number },
  currency: string,
): void {
  const largest = Math.max(1, ...groups.map(({ totalCents }) => totalCents));
  const sum = groups.reduce((total, { totalCents }) => total + totalCents, 0);
  for (const [index, { name, totalCents }] of groups.entries()) {
    const y = place.y + index * RANK_ROW;
    const style = { size: 8.5, color: INK.body } as const;
    const amountWidth = place.width * 0.6 - SHARE_WIDTH;
    const amountX = place.x + place.width * 0.4;
    const right = { ...style, align: 'right', figure: true } as const;
    paper.text(name, place.x, y, place.width * 0.4, style);
    paper.text(formatMoney(totalCents, currency), amountX, y, amountWidth, right);
    paper.text(formatShare(totalCents, sum), amountX + amountWidth, y, SHARE_WIDTH, {
      ...right,
      color: INK.faint,
    });
    const bar = y + 13.5;
    paper.doc.roundedRect(place.x, bar, place.width, 3, 1.5).fill(INK.wash);
    const length = (place.width * Math.max(0, totalCents)) / largest;
    if (length > 3) {
      paper.doc.roundedRect(place.x, bar, length, 3, 1.5).fill(index === 0 ? INK.accent : INK.accentSoft);
    }
  }
}

/** A part of a whole in per cent, with one decimal. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`;

export const HALF_WIDTH = (CONTENT_WIDTH - 28) / 2;
