import type { Row } from './row.ts';
import type { TimerInfluence } from './timers.ts';

const HEAD = [
  'engine',
  'synced before it answers',
  '1 in flight: req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms/req',
  '64: req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms/req',
];

/** The rows as a Markdown table, one line an engine. */
export function renderTable(rows: readonly Row[]): string {
  const engines = [...Map.groupBy(rows, ({ engine }) => engine)];
  const lines = engines.map(([engine, measured]) => [
    engine,
    measured[0]!.syncs ? 'yes' : 'no',
    ...[1, 64].flatMap((inFlight) => {
      const row = measured.find((candidate) => candidate.inFlight === inFlight);
      const { requestsPerSecond, p50Ms, p99Ms, cpuMsPerRequest } = row ?? {};
      return [requestsPerSecond, p50Ms, p99Ms, cpuMsPerRequest].map(cell);
    }),
  ]);
  return markdown(HEAD, lines);
}

export const renderTimers = (influences: readonly TimerInfluence[]): string =>
  markdown(
    ['engine', 'pending timers', 'p50 ms without', 'p50 ms with', 'change'],
    influences.map(({ engine, timers, p50Ms, p50MsWithTimers, changePercent }) => [
      engine,
      timers.toLocaleString('en'),
      cell(p50Ms),
      cell(p50MsWithTimers),
      `${changePercent} %`,
    ]),
  );

const cell = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toLocaleString('en', { maximumSignificantDigits: 3 });

const markdown = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
