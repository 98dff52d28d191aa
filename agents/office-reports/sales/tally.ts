import { ToolError } from '@hermes-agent/tools/function';
import { invalidFile, readSales, type SalesRow } from './read-sales.ts';

/** Sales that belong together. Money is integer cents. */
export interface Group {
  readonly name: string;
  readonly rows: number;
  readonly units: number;
  readonly totalCents: number;
}

/** The sums of one period. Groups are in order of their totals, largest first; days in order of time. */
export interface Tally extends Omit<Group, 'name'> {
  readonly currency: string;
  readonly regions: readonly Group[];
  readonly products: readonly Group[];
  readonly days: readonly Group[];
  /** Sum of some regions' sales of some products. */
  cellCents(regions: readonly string[], products: readonly string[]): number;
  /** First and last day the whole file has sales of; null when it has none. */
  readonly covers: { readonly from: string; readonly to: string } | null;
}

interface Sums {
  rows: number;
  units: number;
  totalCents: number;
}

/**
 * Adds up the sales from `start` to the day before `end` (`YYYY-MM-DD`), in one pass over the file.
 *
 * Throws `INVALID_PERIOD`, `SALES_FILE_UNREADABLE`, or `SALES_FILE_INVALID`: also for two currencies, or a sum
 * beyond 2^53 cents, which a number could not hold exactly.
 */
export async function tallySales(
  file: string,
  { start, end }: { readonly start: string; readonly end: string },
  signal: AbortSignal,
): Promise<Tally> {
  if (start >= end) {
    throw new ToolError('INVALID_PERIOD', `The period from ${start} to before ${end} has no day`);
  }
  const all: Sums = emptySums();
  const regions = new Map<string, Sums>();
  const products = new Map<string, Sums>();
  const cells = new Map<string, Sums>();
  const days = new Map<string, Sums>();
  let currency: string | null = null;
  let covers: { from: string; to: string } | null = null;

  const take = (row: SalesRow): void => {
    if (covers === null) covers = { from: row.day, to: row.day };
    else if (row.day < covers.from) covers.from = row.day;
    else if (row.day > covers.to) covers.to = row.day;
    currency ??= row.currency;
    if (row.currency !== currency) {
      throw invalidFile(`The sales file mixes ${currency} with ${row.currency}`);
    }
    if (row.day < start || row.day >= end) return;
    add(all, row);
    add(sumsOf(regions, row.region), row);
    add(sumsOf(products, row.product), row);
    add(sumsOf(cells, cellKey(row.region, row.product)), row);
    add(sumsOf(days, row.day), row);
  };
  await readSales(file, take, signal);

  const largestFirst = (left: Group, right: Group): number =>
    right.totalCents - left.totalCents || (left.name < right.name ? -1 : 1);
  return {
    ...all,
    currency: currency ?? 'CNY',
    regions: groupsOf(regions).sort(largestFirst),
    products: groupsOf(products).sort(largestFirst),
    days: groupsOf(days).sort((left, right) => (left.name < right.name ? -1 : 1)),
    cellCents: (regionNames, productNames) =>
      regionNames
        .flatMap((region) =>
          productNames.map((product) => cells.get(cellKey(region, product))?.totalCents ?? 0),
        )
        .reduce((sum, cents) => sum + cents, 0),
    covers,
  };
}

/** A group as it is shown: itself, or all the small ones under one name. */
interface ShownGroup extends Group {
  /** Names of the groups it stands for. */
  readonly members: readonly string[];
}

/** At most `count` groups, the largest first; the small ones are put together as `restName`. The sums stay the same. */
export function largest(groups: readonly Group[], count: number, restName: string): readonly ShownGroup[] {
  const kept = groups.length <= count ? groups.length : count - 1;
  const shown = groups.slice(0, kept).map((group) => ({ ...group, members: [group.name] }));
  if (kept === groups.length) return shown;
  const rest = emptySums();
  for (const { rows, units, totalCents } of groups.slice(kept)) {
    rest.rows += rows;
    rest.units += units;
    rest.totalCents += totalCents;
  }
  return [...shown, { name: restName, ...rest, members: groups.slice(kept).map(({ name }) => name) }];
}

const emptySums = (): Sums => ({ rows: 0, units: 0, totalCents: 0 });

const cellKey = (region: string, product: string): string => `${region}\0${product}`;

function sumsOf(groups: Map<string, Sums>, name: string): Sums {
  let sums = groups.get(name);
  if (sums === undefined) {
    sums = emptySums();
    groups.set(name, sums);
  }
  return sums;
}

function add(sums: Sums, row: SalesRow): void {
  sums.rows += 1;
  sums.units += row.quantity;
  sums.totalCents += row.amountCents;
  if (!Number.isSafeInteger(sums.totalCents))
    throw invalidFile('The sums of the sales file are too large to be exact');
}

const groupsOf = (groups: ReadonlyMap<string, Sums>): Group[] =>
  [...groups].map(([name, sums]) => ({ name, ...sums }));
