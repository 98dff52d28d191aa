import { createSeries } from './series.ts';
import { headLines, type Metric, type MetricHead, sampleLine } from './text.ts';

/** Upper bounds in seconds: from a look into memory to the time-out of a long report. */
export const SECONDS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface Histogram extends Metric {
  /** Takes one duration in seconds, and label values in the order of the labels. */
  observe(seconds: number, ...values: string[]): void;
}

export function createHistogram(head: MetricHead): Histogram {
  const series = createSeries(() => ({ buckets: SECONDS.map(() => 0), sum: 0, count: 0 }));
  return {
    observe(seconds, ...values) {
      const state = series.of(values);
      const bucket = SECONDS.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) state.buckets[bucket]! += 1;
      state.sum += seconds;
      state.count += 1;
    },
    async lines() {
      const lines = headLines(head, 'histogram');
      for (const [values, { buckets, sum, count }] of series.entries()) {
        let below = 0;
        const bucketLine = (bound: string, value: number): string =>
          sampleLine(`${head.name}_bucket`, [...head.labels, 'le'], [...values, bound], value);
        for (const [index, bound] of SECONDS.entries()) {
          below += buckets[index]!;
          lines.push(bucketLine(String(bound), below));
        }
        lines.push(
          bucketLine('+Inf', count),
          sampleLine(`${head.name}_sum`, head.labels, values, sum),
          sampleLine(`${head.name}_count`, head.labels, values, count),
        );
      }
      return lines;
    },
  };
}
