import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifies } from '@hermes-agent/testkit';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { makeSales } from '../demo/make-sales.ts';
import { formatAmount } from '../sales/money.ts';
import { bucketsOf, unitOf } from '../tools/generate_sales_report/buckets.ts';
import generateSalesReport from '../tools/generate_sales_report/index.ts';
import type { ReportInput } from '../tools/generate_sales_report/report.ts';
import { ticksOf } from '../tools/generate_sales_report/scale.ts';
import { fakeCall, temporaryFolder } from './fake-call.ts';

const SALES = [...makeSales(3, '2026-12-01')].join('');
const Q3: ReportInput = { start: '2026-07-01', end: '2026-10-01', label: 'Q3 2026', locale: 'zh' };

async function report(input: ReportInput, sales = SALES) {
  const sales_csv = join(await temporaryFolder(), 'sales.csv');
  await writeFile(sales_csv, sales);
  const call = fakeCall({ files: { sales_csv } });
  const output = await generateSalesReport(input, call);
  return { output, bytes: call.written.get(output.report.artifact)! };
}

/** What a reader of the PDF sees as text, white space left out. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/g, '');
}

/** Sums straight from the lines of the file: column → name → cents. */
function sumsBy(column: number, { start, end } = Q3): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const line of SALES.split('\n').filter((row) => row >= start && row < end)) {
    const cells = line.split(',');
    const cents = BigInt(cells[5]!.replace('.', ''));
    sums.set(cells[column]!, (sums.get(cells[column]!) ?? 0n) + cents);
  }
  return sums;
}

describe('the report of a quarter', () => {
  verifies('G3', 'G4');

  test('gives its Chinese back as text, and its figures are the sums of the file', async () => {
    const { output, bytes } = await report(Q3);
    const text = await textOf(bytes);
    for (const words of [
      'Q32026销售报告',
      '统计期间：2026-07-01至2026-09-30（共92天）',
      '地区×产品明细',
      '合计',
      '第1页，共2页',
    ]) {
      expect(text).toContain(words);
    }
    let total = 0n;
    for (const [region, cents] of sumsBy(1)) {
      expect(text).toContain(`${region}¥${formatAmount(Number(cents))}`);
      total += cents;
    }
    for (const [product, cents] of sumsBy(2)) {
      expect(text).toContain(`${product}¥${formatAmount(Number(cents))}`);
    }
    expect(text).toContain(`销售总额¥${formatAmount(Number(total))}`);
    expect(output).toMatchObject({ total_cents: Number(total), currency: 'CNY' });
    expect(output.report).toMatchObject({ name: '销售报告_Q3 2026.pdf', media_type: 'application/pdf' });
  });

  test('comes in English, with the data as it is', async () => {
    const { output, bytes } = await report({ ...Q3, locale: 'en' });
    const text = await textOf(bytes);
    for (const words of ['SalesreportQ32026', 'Period:2026-07-01to2026-09-30(92days)', '华东¥', 'Page1of2']) {
      expect(text).toContain(words);
    }
    expect(output.report.name).toBe('Sales report Q3 2026.pdf');
    const { info } = await getMeta(await getDocumentProxy(new Uint8Array(bytes)));
    expect(info).toMatchObject({ Title: 'Sales report Q3 2026', Language: 'en' });
  });

  test('shows something on every page when it is rendered', async ({ skip }) => {
    const pdftoppm = '/usr/bin/pdftoppm';
    skip(!existsSync(pdftoppm), 'pdftoppm is not installed');
    const { bytes } = await report(Q3);
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'report.pdf'), bytes);
    execFileSync(pdftoppm, ['-r', '50', '-gray', join(folder, 'report.pdf'), join(folder, 'page')]);
    for (const page of ['page-1.pgm', 'page-2.pgm']) {
      const image = await readFile(join(folder, page));
      const dark = image.subarray(20).filter((pixel) => pixel < 96).length;
      expect(dark / image.length).toBeGreaterThan(0.01);
    }
  });

  test('is small and quick: fonts are embedded as subsets', async () => {
    const started = performance.now();
    const { bytes } = await report(Q3);
    expect(bytes.length).toBeLessThan(120_000);
    expect(performance.now() - started).toBeLessThan(6_000);
  });
});

test.each([
  ['a day', '2026-07-01', '2026-07-02', 1],
  ['a month', '2026-11-01', '2026-12-01', 2],
  ['all there is', '2025-06-01', '2026-12-01', 2],
  ['twelve years', '2016-01-01', '2028-01-01', 2],
])('the report of %s has its pages', async (_what, start, end, pages) => {
  const { bytes } = await report({ ...Q3, start, end });
  expect((await getDocumentProxy(new Uint8Array(bytes))).numPages).toBeGreaterThanOrEqual(pages);
});

test('many regions and products: the small ones are put together, and the sums stay', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => {
    const [region, product] = [`地区${index % 40}`, `名字很长的产品第${index % 19}号`];
    return `2026-07-${String((index % 31) + 1).padStart(2, '0')},${region},${product},1,1,${index + 1}.10`;
  });
  const { output, bytes } = await report(
    Q3,
    `date,region,product,quantity,unit_price,amount\n${rows.join('\n')}`,
  );
  const text = await textOf(bytes);
  expect(output.total_cents).toBe((400 * 401 * 100) / 2 + 400 * 10);
  expect(text).toContain('其他');
  expect(text).toContain('80,240.00');
});

test('a figure is never cut short, however large', async () => {
  const sales = 'date,region,product,quantity,amount\n2026-07-01,华东,手表,1,9999999999999.99\n';
  const text = await textOf((await report(Q3, sales)).bytes);
  expect(text).not.toContain('…');
  expect(text.match(/9,999,999,999,999\.99/g)?.length).toBeGreaterThanOrEqual(8);
});

test('refunds: a period below zero is drawn as well', async () => {
  const sales =
    'date,region,product,quantity,amount\n2026-07-01,华东,手表,-1,-12.50\n2026-08-01,华北,手表,1,2.00\n';
  const { output, bytes } = await report(Q3, sales);
  expect(output.total_cents).toBe(-1_050);
  expect(await textOf(bytes)).toContain('-¥10.50');
});

test('a period without sales makes no report', async () => {
  await expect(report({ ...Q3, start: '2019-01-01', end: '2019-02-01' })).rejects.toMatchObject({
    code: 'NO_SALES_ROWS',
  });
});

test('a label cannot leave its folder', async () => {
  const { output } = await report({ ...Q3, label: '../Q3: "x"\n' });
  expect(output.report.name).toBe('销售报告_..-Q3- -x--.pdf');
});

test('stretches cover the whole period and lose nothing', () => {
  const days = [
    { name: '2026-07-01', rows: 1, units: 2, totalCents: 3 },
    { name: '2026-07-09', rows: 1, units: 1, totalCents: 4 },
  ];
  const weeks = bucketsOf(days, '2026-07-01', '2026-07-10', 'week');
  expect(weeks.map(({ name, totalCents }) => [name, totalCents])).toEqual([
    ['2026-07-01 – 2026-07-07', 3],
    ['2026-07-08 – 2026-07-09', 4],
  ]);
  expect(bucketsOf(days, '2026-06-30', '2026-07-10', 'month').map(({ label }) => label)).toEqual([
    '26/06',
    '26/07',
  ]);
  expect([1, 31, 32, 184, 185, 1_116, 1_117].map(unitOf)).toEqual([
    'day',
    'day',
    'week',
    'week',
    'month',
    'month',
    'year',
  ]);
});

test('ticks are round and enclose the values', () => {
  expect(ticksOf([0, 567])).toEqual([0, 200, 400, 600]);
  expect(ticksOf([-30, 70])).toEqual([-40, -20, 0, 20, 40, 60, 80]);
  expect(ticksOf([])).toEqual([0, 1]);
});
