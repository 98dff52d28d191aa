import { headLines, type Metric, type MetricHead, type MetricType, sampleLine } from './text.ts';

type Sample = readonly [value: number, ...labels: string[]];

/** A metric that somebody else keeps, asked for when the page is made. What cannot be read is left out. */
export const createReading = (
  head: MetricHead,
  type: MetricType,
  read: () => Promise<readonly Sample[]> | readonly Sample[],
): Metric => ({
  async lines() {
    try {
      const samples = await read();
      return [
        ...headLines(head, type),
        ...samples.map(([value, ...labels]) => sampleLine(head.name, head.labels, labels, value)),
      ];
    } catch {
      return [];
    }
  },
});
