import { createSeries } from './series.ts';
import { headLines, type Metric, type MetricHead, sampleLine } from './text.ts';

export interface Counter extends Metric {
  /** Counts one more for these label values, given in the order of the labels. */
  count(...values: string[]): void;
}

export function createCounter(head: MetricHead): Counter {
  const series = createSeries(() => ({ count: 0 }));
  return {
    count(...values) {
      series.of(values).count += 1;
    },
    async lines() {
      const samples = Array.from(series.entries(), ([values, { count }]) =>
        sampleLine(head.name, head.labels, values, count),
      );
      return [...headLines(head, 'counter'), ...samples];
    },
  };
}
