import { pathToFileURL } from 'node:url';

/** Whole months of sales before the month of `today`. */
const MONTHS = 18;
const DAY_MS = 86_400_000;

const REGIONS: readonly (readonly [name: string, weight: number])[] = [
  ['华东', 30],
  ['华南', 24],
  ['华北', 20],
  ['西南', 12],
  ['华中', 9],
  ['东北', 5],
];

const PRODUCTS: readonly (readonly [name: string, weight: number, cents: number, most: number])[] = [
  ['智能手表', 20, 129_900, 12],
  ['无线耳机', 26, 79_900, 20],
  ['便携显示器', 12, 159_900, 8],
  ['机械键盘', 22, 39_900, 24],
  ['投影仪', 6, 329_900, 4],
  ['移动电源', 14, 12_900, 40],
];

/** Sales by month of the year, against an even year: the two shopping festivals stand out. */
const SEASON = [0.9, 0.7, 0.95, 0.95, 1.05, 1.3, 0.9, 0.95, 1.05, 1.05, 1.5, 1.15] as const;

/** First and last day, `YYYY-MM-DD`, that the sales made for `today` cover: 18 whole months and the days since. */
export function salesCoverage(today: string): { readonly first: string; readonly last: string } {
  const day = new Date(`${today}T00:00:00Z`);
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - MONTHS, 1));
  return { first: isoDay(first.getTime()), last: isoDay(day.getTime() - DAY_MS) };
}

/**
 * The demo's sales up to the day before `today` as CSV text, oldest first, ten rows a day at least. The rows
 * of a day depend on the seed and the day alone, so that a past quarter stays the same as time goes by.
 */
export function* makeSales(seed: number, today: string): Generator<string> {
  yield 'date,region,product,quantity,unit_price,amount\n';
  const { first, last } = salesCoverage(today);
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) yield salesOf(seed, isoDay(at));
}

function salesOf(seed: number, day: string): string {
  const random = seededRandom(`${seed}/${day}`);
  const month = Number(day.slice(5, 7)) - 1;
  const season = SEASON[month]!;
  const rows = 10 + Math.floor(random() * 4 * season);
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    const [region] = weighted(REGIONS, random());
    const [product, , listCents, most] = weighted(PRODUCTS, random());
    const quantity = 1 + Math.floor(random() * most * season);
    // Prices move in whole per cent of the list price, so that every amount is exact to the cent.
    const unitCents = (listCents / 100) * (88 + Math.floor(random() * 13));
    text += `${day},${region},${product},${quantity},${decimal(unitCents)},${decimal(unitCents * quantity)}\n`;
  }
  return text;
}

function weighted<T extends readonly [string, number, ...unknown[]]>(choices: readonly T[], at: number): T {
  let left = at * choices.reduce((sum, [, weight]) => sum + weight, 0);
  return (
    choices.find(([, weight]) => {
      left -= weight;
      return left < 0;
    }) ?? choices[0]!
  );
}

const decimal = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** FNV-1a of the text, then mulberry32: the same everywhere for the same text. */
function seededRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// node make-sales.ts SEED YYYY-MM-DD > sales.csv
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [seed = '1', today = isoDay(Date.now())] = process.argv.slice(2);
  for (const text of makeSales(Number(seed), today)) process.stdout.write(text);
}
