export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric's name, what it tells, and the labels that set its series apart. */
export interface MetricHead {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** One metric, as lines of the Prometheus text format, version 0.0.4. */
export interface Metric {
  lines(): Promise<readonly string[]>;
}

export const headLines = ({ name, help }: MetricHead, type: MetricType): string[] => [
  `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
  `# TYPE ${name} ${type}`,
];

export function sampleLine(
  name: string,
  labels: readonly string[],
  values: readonly string[],
  value: number,
): string {
  const pairs = labels.map((label, index) => `${label}="${escapeValue(values[index]!)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

const escapeValue = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
