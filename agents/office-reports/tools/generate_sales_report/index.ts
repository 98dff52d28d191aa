import { type ArtifactReference, ToolError, type ToolFunction } from '@hermes-agent/tools/function';
import { tallySales } from '../../sales/tally.ts';
import { drawReport, type ReportInput } from './report.ts';
import { WORDS } from './words.ts';

interface Output {
  readonly report: ArtifactReference;
  readonly rows: number;
  readonly total_cents: number;
  readonly currency: string;
}

/** Makes the PDF report of a period. Contract: `contracts/generate_sales_report.yaml`. */
const generateSalesReport: ToolFunction<ReportInput, Output> = async (input, call) => {
  const tally = await tallySales(call.files.sales_csv!, input, call.signal);
  if (tally.rows === 0) throw new ToolError('NO_SALES_ROWS', 'The sales file has no row in the period');
  const bytes = await drawReport(tally, input, { regular: call.assets.regular!, bold: call.assets.bold! });
  call.signal.throwIfAborted();
  const report = await call.artifacts.write(fileName(input), 'application/pdf', bytes);
  return { report, rows: tally.rows, total_cents: tally.totalCents, currency: tally.currency };
};

export default generateSalesReport;

/** The label comes from the user's words: what a file system would stumble on is left out. */
const fileName = ({ locale, label }: ReportInput): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  WORDS[locale].fileName(label.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '-'));
