import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ToolError } from '@hermes-agent/tools/function';
import { parse } from 'csv-parse';
import { parseAmount } from './money.ts';

export interface SalesRow {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly region: string;
  readonly product: string;
  readonly quantity: number;
  readonly amountCents: number;
  readonly currency: string;
}

/** Column → the headings it may have. All but the currency must be there. */
const HEADINGS = {
  day: ['date', '日期'],
  region: ['region', '地区'],
  product: ['product', '产品'],
  quantity: ['quantity', '数量'],
  amount: ['amount', '金额'],
  currency: ['currency', '币种'],
} as const;

type Column = keyof typeof HEADINGS;
type Columns = Readonly<Record<Column, number>>;

const DEFAULT_CURRENCY = 'CNY';
const LONGEST_ROW = 65_536;

/**
 * Reads a sales file row by row, whatever its size, and hands each row to `take`. The file is UTF-8 CSV with a
 * heading row; columns come in any order and others are ignored.
 *
 * Throws `SALES_FILE_UNREADABLE`, or `SALES_FILE_INVALID` naming the line.
 */
export async function readSales(
  file: string,
  take: (row: SalesRow) => void,
  signal: AbortSignal,
): Promise<void> {
  let columns: Columns | null = null;
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
  });
  try {
    await pipeline(
      createReadStream(file),
      strictUtf8,
      parser,
      async (records: AsyncIterable<{ record: string[]; info: { lines: number } }>) => {
        for await (const { record, info } of records) {
          if (columns === null) columns = readHeadings(record);
          else take(readRow(record, columns, info.lines));
        }
      },
      { signal },
    );
  } catch (error) {
    signal.throwIfAborted();
    throw asToolError(error);
  }
  if (columns === null) throw invalid(1, 'the file is empty');
}

/** Bytes that are no UTF-8 would otherwise turn into question marks in the report. */
async function* strictUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function readHeadings(record: readonly string[]): Columns {
  const headings = record.map((heading) => heading.toLowerCase());
  const columns = Object.fromEntries(
    Object.entries(HEADINGS).map(([column, names]) => [
      column,
      headings.findIndex((heading) => (names as readonly string[]).includes(heading)),
    ]),
  ) as Record<Column, number>;
  const missing = Object.keys(HEADINGS).filter(
    (column) => column !== 'currency' && columns[column as Column] < 0,
  );
  if (missing.length > 0) {
    throw invalid(
      1,
      `no column is headed ${missing.map((column) => HEADINGS[column as Column].join(' or ')).join(', ')}`,
    );
  }
  return columns;
}

function readRow(record: readonly string[], columns: Columns, line: number): SalesRow {
  const cell = (column: Column): string => record[columns[column]] ?? '';
  const day = cell('day');
  if (!isDay(day)) throw invalid(line, 'the date is not like 2026-07-01');
  const region = cell('region');
  const product = cell('product');
  if (region === '') throw invalid(line, 'the region is empty');
  if (product === '') throw invalid(line, 'the product is empty');
  if (!/^-?\d{1,9}$/.test(cell('quantity'))) throw invalid(line, 'the quantity is not a whole number');
  const amountCents = parseAmount(cell('amount'));
  if (amountCents === null) throw invalid(line, 'the amount is not like 1234.50');
  const currency = cell('currency') || DEFAULT_CURRENCY;
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid(line, 'the currency is not like CNY');
  return { day, region, product, quantity: Number(cell('quantity')), amountCents, currency };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** What is wrong, and on which line. Never what stands there: it may be anybody's data. */
const invalid = (line: number, reason: string): ToolError =>
  invalidFile(`Line ${line} of the sales file: ${reason}`);

export const invalidFile = (message: string): ToolError => new ToolError('SALES_FILE_INVALID', message);

function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  const { code = 'unknown', lines = 1 } = error as { code?: string; lines?: number };
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return invalidFile('The sales file is not UTF-8; save it as "CSV UTF-8"');
  }
  if (code.startsWith('CSV_')) return invalid(lines, 'the quoting or the length is broken');
  return new ToolError('SALES_FILE_UNREADABLE', `The sales file cannot be read (${code})`);
}
