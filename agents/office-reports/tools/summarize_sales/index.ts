import type { ToolFunction } from '@hermes-agent/tools/function';
import { type Group, largest, tallySales } from '../../sales/tally.ts';

const MOST_GROUPS = 20;

type WireGroup = { name: string; rows: number; units: number; total_cents: number };

type Summary = {
  rows: number;
  units: number;
  total_cents: number;
  currency: string;
  data_from?: string;
  data_to?: string;
  by_region: WireGroup[];
  by_product: WireGroup[];
};

/** Adds up the sales of a period. Contract: `contracts/summarize_sales.yaml`. */
const summarizeSales: ToolFunction<{ start: string; end: string }, Summary> = async (input, call) => {
  const tally = await tallySales(call.files.sales_csv!, input, call.signal);
  return {
    rows: tally.rows,
    units: tally.units,
    total_cents: tally.totalCents,
    currency: tally.currency,
    ...(tally.covers === null ? {} : { data_from: tally.covers.from, data_to: tally.covers.to }),
    by_region: largest(tally.regions, MOST_GROUPS, '…').map(wire),
    by_product: largest(tally.products, MOST_GROUPS, '…').map(wire),
  };
};

export default summarizeSales;

const wire = ({ name, rows, units, totalCents }: Group): WireGroup => ({
  name,
  rows,
  units,
  total_cents: totalCents,
});
