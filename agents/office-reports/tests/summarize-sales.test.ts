import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSales } from '../demo/make-sales.ts';
import { formatAmount, formatMoney, parseAmount } from '../sales/money.ts';
import summarizeSales from '../tools/summarize_sales/index.ts';
import { fakeCall, temporaryFolder } from './fake-call.ts';

const Q3 = { start: '2026-07-01', end: '2026-10-01' };

async function summarize(content: string | Uint8Array, period = Q3) {
  const sales_csv = join(await temporaryFolder(), 'sales.csv');
  await writeFile(sales_csv, content);
  return summarizeSales(period, fakeCall({ files: { sales_csv } }));
}

const HEAD = 'date,region,product,quantity,unit_price,amount\n';

describe('sums', () => {
  test('agree to the cent with adding up the lines of the file', async () => {
    const text = [...makeSales(3, '2026-12-01')].join('');
    const lines = text.split('\n').filter((line) => line >= '2026-07-01' && line < '2026-10-01');
    // Independent of the reader: digits without their point, in arbitrary precision.
    const cents = lines.map((line) => BigInt(line.slice(line.lastIndexOf(',') + 1).replace('.', '')));
    const summary = await summarize(text);
    expect(BigInt(summary.total_cents)).toBe(cents.reduce((sum, value) => sum + value, 0n));
    expect(summary).toMatchObject({
      rows: lines.length,
      currency: 'CNY',
      data_from: '2025-06-01',
      data_to: '2026-11-30',
    });
    for (const groups of [summary.by_region, summary.by_product]) {
      expect(groups.reduce((sum, group) => sum + group.total_cents, 0)).toBe(summary.total_cents);
      expect(groups.reduce((sum, group) => sum + group.rows, 0)).toBe(summary.rows);
    }
  });

  test('of a period without sales are nothing, and say what the file covers', async () => {
    expect(await summarize(`${HEAD}2026-01-05,华东,手表,1,9.00,9.00\n`)).toEqual({
      rows: 0,
      units: 0,
      total_cents: 0,
      currency: 'CNY',
      data_from: '2026-01-05',
      data_to: '2026-01-05',
      by_region: [],
      by_product: [],
    });
  });

  test('hold what floating point would lose, and refunds', async () => {
    const rows = ['0.1', '0.2', '9007199254740.93', '-0.30'].map(
      (amount) => `2026-07-02,华东,手表,1,1,${amount}`,
    );
    expect(await summarize(HEAD + rows.join('\n'))).toMatchObject({ total_cents: 900_719_925_474_093 });
  });

  test('of more products than a list takes are put together at its end', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => `2026-07-02,华东,产品${index},1,1,${index + 1}`);
    const { by_product, total_cents } = await summarize(HEAD + rows.join('\n'));
    expect(by_product).toHaveLength(20);
    expect(by_product.at(-1)).toMatchObject({ name: '…', rows: 6 });
    expect(by_product.reduce((sum, group) => sum + group.total_cents, 0)).toBe(total_cents);
  });
});

describe("a user's own file", () => {
  test('may have Chinese headings, another order, more columns, a BOM, CRLF and quotes', async () => {
    const text =
      '\uFEFF金额,备注,数量,"产品",地区,日期\r\n"12.5","a, ""b""\n行",2,手表,华东,2026-07-01\r\n\r\n';
    expect(await summarize(text)).toMatchObject({ rows: 1, units: 2, total_cents: 1_250 });
  });

  test('may be in another currency, and not in two', async () => {
    const head = 'date,region,product,quantity,amount,currency\n';
    expect(await summarize(`${head}2026-07-01,a,b,1,1,USD`)).toMatchObject({ currency: 'USD' });
    await expect(summarize(`${head}2026-07-01,a,b,1,1,USD\n2026-07-01,a,b,1,1,EUR`)).rejects.toMatchObject({
      code: 'SALES_FILE_INVALID',
      message: 'The sales file mixes USD with EUR',
    });
  });

  test.each([
    ['2026-02-30,华东,手表,1,1,1', 'Line 3 of the sales file: the date is not like 2026-07-01'],
    ['2026/07/01,华东,手表,1,1,1', 'Line 3 of the sales file: the date is not like 2026-07-01'],
    ['2026-07-01,,手表,1,1,1', 'Line 3 of the sales file: the region is empty'],
    ['2026-07-01,华东,手表,1.5,1,1', 'Line 3 of the sales file: the quantity is not a whole number'],
    ['2026-07-01,华东,手表,1,1,12.345', 'Line 3 of the sales file: the amount is not like 1234.50'],
    ['2026-07-01,华东,手表,1,1,"1,234.50"', 'Line 3 of the sales file: the amount is not like 1234.50'],
    ['2026-07-01,华东', 'Line 3 of the sales file: the product is empty'],
    ['2026-07-01,"华东,手表,1,1,1', /^Line \d of the sales file: the quoting or the length is broken$/],
  ])('%s stops it, with the line', async (row, message) => {
    const text = `${HEAD}2026-07-01,华东,手表,1,1,1\n${row}\n`;
    const thrown = await summarize(text).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'SALES_FILE_INVALID' });
    expect((thrown as Error).message).toMatch(message);
  });

  test('that is empty, lacks a column, is no UTF-8 or is not there', async () => {
    await expect(summarize('')).rejects.toMatchObject({ code: 'SALES_FILE_INVALID' });
    await expect(summarize('date,region,product,quantity\n')).rejects.toMatchObject({
      message: 'Line 1 of the sales file: no column is headed amount or 金额',
    });
    await expect(summarize(Buffer.from([0x64, 0xbb, 0xaa, 0xb6, 0xab, 0x0a]))).rejects.toMatchObject({
      message: 'The sales file is not UTF-8; save it as "CSV UTF-8"',
    });
    const nowhere = fakeCall({ files: { sales_csv: '/nowhere/sales.csv' } });
    await expect(summarizeSales(Q3, nowhere)).rejects.toMatchObject({
      code: 'SALES_FILE_UNREADABLE',
      message: 'The sales file cannot be read (ENOENT)',
    });
  });

  test('with sums beyond exact numbers is refused, not rounded', async () => {
    const row = '2026-07-01,华东,手表,1,1,9999999999999.99\n';
    await expect(summarize(HEAD + row.repeat(10))).rejects.toMatchObject({ code: 'SALES_FILE_INVALID' });
  });
});

test('a period must have a day', async () => {
  await expect(summarize(HEAD, { start: '2026-07-01', end: '2026-07-01' })).rejects.toMatchObject({
    code: 'INVALID_PERIOD',
  });
});

test('reading stops when the call is aborted', async () => {
  const sales_csv = join(await temporaryFolder(), 'sales.csv');
  await writeFile(sales_csv, HEAD + '2026-07-01,华东,手表,1,1,1\n'.repeat(200_000));
  const call = fakeCall({ files: { sales_csv }, signal: AbortSignal.timeout(20) });
  await expect(summarizeSales(Q3, call)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('money is read and written exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), (cents) => {
      expect(parseAmount(formatAmount(cents).replaceAll(',', ''))).toBe(cents);
    }),
  );
  expect(formatMoney(-123_456_705, 'CNY')).toBe('-¥1,234,567.05');
  expect(formatMoney(5, 'CHF')).toBe('CHF 0.05');
  expect(['', '1.', '.5', '1e3', '１２', ' 1', '--1', '1.234'].map(parseAmount)).toEqual(Array(8).fill(null));
});
