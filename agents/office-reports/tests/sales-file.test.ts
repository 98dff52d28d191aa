import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeSales, salesCoverage } from '../demo/make-sales.ts';
import { ensureSalesFile } from '../demo/sales-file.ts';
import { parseAmount } from '../sales/money.ts';
import { temporaryFolder } from './fake-call.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

test('whatever the day and the seed, 18 whole months are covered, day by day, with exact amounts', () => {
  fc.assert(
    fc.property(day, fc.nat(), (today, seed) => {
      const rows = rowsOf([...makeSales(seed, today)].join(''));
      expect(rows.length).toBeGreaterThanOrEqual(5_000);
      const days = [...new Set(rows.map(([date]) => date!))];
      expect(days).toEqual(days.toSorted());
      const { first, last } = salesCoverage(today);
      expect([days[0], days.at(-1)]).toEqual([first, last]);
      expect(days).toHaveLength((Date.parse(last) - Date.parse(first)) / 86_400_000 + 1);
      expect(Date.parse(today) - Date.parse(first)).toBeGreaterThanOrEqual(545 * 86_400_000);
      for (const [, region, product, quantity, price, amount] of rows) {
        expect(region).toMatch(/^\p{Script=Han}+$/u);
        expect(product).toMatch(/^\p{Script=Han}+$/u);
        expect(parseAmount(amount!)).toBe(Number(quantity) * parseAmount(price!)!);
      }
    }),
    { numRuns: 10 },
  );
});

test('the same seed and day give the same rows; a past day keeps its rows as time goes by', () => {
  const text = (seed: number, today: string): string => [...makeSales(seed, today)].join('');
  expect(text(7, '2026-12-01')).toBe(text(7, '2026-12-01'));
  expect(text(7, '2026-12-01')).not.toBe(text(8, '2026-12-01'));
  const quarter = (today: string): string[] =>
    text(7, today)
      .split('\n')
      .filter((line) => line >= '2026-07-01' && line < '2026-10-01');
  expect(quarter('2027-02-15')).toEqual(quarter('2026-10-01'));
});

test('run by itself, it prints the file', () => {
  const script = fileURLToPath(new URL('../demo/make-sales.ts', import.meta.url));
  const printed = execFileSync(process.execPath, [script, '7', '2026-12-01'], { maxBuffer: 2 ** 24 });
  expect(printed.toString()).toBe([...makeSales(7, '2026-12-01')].join(''));
});

test('the file is made once a day, whole, and nothing else is left lying about', async () => {
  const folder = await temporaryFolder();
  const file = await ensureSalesFile(folder, '2026-12-01');
  await utimes(file, 1, 1);
  expect(await ensureSalesFile(folder, '2026-12-01')).toBe(file);
  expect((await stat(file)).mtimeMs).toBe(1_000);
  await ensureSalesFile(folder, '2026-12-02');
  expect(rowsOf(await readFile(file, 'utf8')).at(-1)?.[0]).toBe('2026-12-01');
  expect(await readdir(folder)).toEqual(['sales.csv']);
});

test.each([
  ['empty', () => ''],
  ['cut short', (whole: string) => whole.slice(0, whole.length / 2)],
  ['of another kind', () => 'hello\n'],
])('a file that is %s is made anew', async (_what, spoil) => {
  const folder = await temporaryFolder();
  const file = await ensureSalesFile(folder, '2026-12-01');
  const whole = await readFile(file, 'utf8');
  await writeFile(file, spoil(whole));
  await ensureSalesFile(folder, '2026-12-01');
  expect(await readFile(file, 'utf8')).toBe(whole);
});
